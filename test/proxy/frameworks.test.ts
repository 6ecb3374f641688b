import { createProxy } from 'entity-screening-sdk/proxy'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { apiKey, creation, startService } from './service.ts'

/** The forms of docs/frameworks.md, each with what its framework calls it with. */
const routes: readonly [string, (proxy: Proxy) => (request: Request) => Response | Promise<Response>][] = [
  ['Hono', proxy => new Hono().all('/screening/*', context => proxy(context.req.raw)).fetch],
  [
    'Next.js',
    proxy => {
      const POST: (request: Request, context: object) => Promise<Response> = proxy
      return request => POST(request, { params: Promise.resolve({ path: ['v1', 'entities'] }) })
    },
  ],
  [
    'Remix and React Router',
    proxy => {
      const action = ({ request }: { request: Request }) => proxy(request)
      return request => action({ request })
    },
  ],
  [
    'a worker',
    proxy => {
      const worker: { fetch(request: Request, env: object): Promise<Response> } = { fetch: proxy }
      return request => worker.fetch(request, {})
    },
  ],
]

type Proxy = ReturnType<typeof createProxy>

it.each(routes)('is a route of %s', async (_, routeOf) => {
  const service = await startService()
  const route = routeOf(createProxy({ baseUrl: service.baseUrl, apiKey, callerOf: () => 'ada' }))
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'a' }
  const init = { method: 'POST', headers, body: creation }
  for (const _ of Array(2))
    expect((await route(new Request('https://app.example/screening/v1/entities', init))).status).toBe(201)
  expect(service.bodies()).toEqual([creation])
})
