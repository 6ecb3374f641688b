// The whole application: a team's entities, one of them with its network, and a form that creates them.
import './app.css'
import { EntityScreening } from 'entity-screening-sdk'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const baseUrl = '/screening'

/** While developing, the reference server answers in the page. What is built has neither it nor its key. */
async function createClient(): Promise<EntityScreening> {
  if (import.meta.env.DEV) {
    const { apiKey, startMocks } = await import('./mocks.ts')
    await startMocks(baseUrl)
    return new EntityScreening({ apiKey, baseUrl, dangerouslyAllowBrowser: true })
  }
  // A route of your own server adds the key: see ../../10-server-proxy/proxy.ts.
  return new EntityScreening({ apiKey: null, baseUrl })
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const client = await createClient()
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
)
