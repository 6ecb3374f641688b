// Serves the page and the route that holds the key: `npx tsx server.ts dist`.
// The base URL and the key come from the environment.
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createProxy } from 'entity-screening-sdk/proxy'
import { Hono } from 'hono'

const {
  ENTITY_SCREENING_BASE_URL: baseUrl,
  ENTITY_SCREENING_API_KEY: apiKey,
  PORT: port = '3000',
} = process.env
if (!baseUrl || !apiKey)
  throw new Error(
    'ENTITY_SCREENING_BASE_URL and ENTITY_SCREENING_API_KEY must be set',
  )

// Everyone who reaches this server acts for your team. Return the user of your
// session, or null, before you expose it to others.
const proxy = createProxy({ baseUrl, apiKey, callerOf: () => 'everyone' })
const app = new Hono()
app.all('/screening/*', context => proxy(context.req.raw))
app.use(serveStatic({ root: process.argv[2] ?? 'dist' }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
