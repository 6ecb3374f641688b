// The whole application: a team's entities, one of them with its network, and a form that creates them.
import './app.css'
import { EntityScreening } from 'entity-screening-sdk'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const baseUrl = '/screening'

// While developing, the reference server answers in the page. What is built has neither it nor its key.
if (import.meta.env.DEV) await (await import('./mocks.ts')).startMocks(baseUrl)

// Whatever answers adds the key: in production a route of your own server, see ../../10-server-proxy/proxy.ts.
const client = new EntityScreening({ apiKey: null, baseUrl })

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
)
