// An Express server that screens customers, and lends its key to pages:
// `npx tsx server.ts`.
// The base URL and the key come from the environment.
import { getRequestListener } from '@hono/node-server'
import { EntityScreening } from 'entity-screening-sdk'
import { createProxy } from 'entity-screening-sdk/proxy'
import express from 'express'
import { createApp } from './app.ts'

const {
  ENTITY_SCREENING_BASE_URL: baseUrl,
  ENTITY_SCREENING_API_KEY: apiKey,
  PORT = '3000',
} = process.env
if (!baseUrl || !apiKey)
  throw new Error(
    'ENTITY_SCREENING_BASE_URL and ENTITY_SCREENING_API_KEY must be set',
  )

const server = express()

// For pages whose client has `{ apiKey: null, baseUrl: '/screening' }`. Before
// createApp, which reads the body.
// Everyone who reaches this server acts for your team. With express-session,
// return `req.session.userId ?? null`.
const proxy = createProxy({
  baseUrl,
  apiKey,
  callerOf: (_request, _req: express.Request) => 'everyone',
})
server.all('/screening/*path', (req, res) =>
  getRequestListener(request => proxy(request, req))(req, res),
)

// One client for the whole process.
server.use(createApp(new EntityScreening({ baseUrl, apiKey })))
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${PORT}`),
)
