// The application: a team's entities, one entity with its network, and a form that
// creates entities.
import './app.css'
import { EntityScreening } from 'entity-screening-sdk'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const baseUrl = '/screening'

// In development the mock server runs in the page. The production build has neither
// the mock server nor its key.
// A test that plays the service itself opens the page with ?mocks=off.
const hasMocks =
  import.meta.env.DEV && new URLSearchParams(location.search).get('mocks') !== 'off'
if (hasMocks) await (await import('./mocks.ts')).startMocks(baseUrl)

// A route of your server adds the key: see ../../10-server-proxy/server.ts.
const client = new EntityScreening({ apiKey: null, baseUrl })

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
)
