import type { IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createProxy, type ProxyOptions } from 'entity-screening-sdk/proxy'
import { type Context, Hono } from 'hono'
import { expect, it } from 'vitest'
import { apiKey, creation, listen, startService } from './service.ts'

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

/** The `req` of Express with a session, which its middleware has read from a cookie. */
type RequestWithSession = IncomingMessage & { session?: { user: string } }

it('callerOf reads the session of Express or Fastify, and one proxy remembers the keys of all sessions', async () => {
  const service = await startService()
  const callerOf = (_request: Request, { session }: RequestWithSession) => session?.user ?? null
  const proxy = createProxy({ baseUrl: service.baseUrl, apiKey, callerOf })
  const url = await listen((req: RequestWithSession, res) => {
    const { cookie } = req.headers
    if (cookie !== undefined) req.session = { user: cookie }
    return getRequestListener(request => proxy(request, req), { overrideGlobalObjects: false })(req, res)
  })
  const post = async (session: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'a', ...session }
    return (await fetch(`${url}/screening/v1/entities`, { method: 'POST', headers, body: creation })).json()
  }
  const [first, repeated, other] = [
    await post({ cookie: 'ada' }),
    await post({ cookie: 'ada' }),
    await post({ cookie: 'bea' }),
  ]
  expect([first.data.id, repeated.data.id, other.data.id]).toEqual(['1', '1', '2'])
  expect(await post({})).toMatchObject({ statusCode: 504 })
  expect(service.received).toHaveLength(2)
})

type Session = { Variables: { user: string } }

it('callerOf gets the context of Hono, and the environment of a worker', async () => {
  const { baseUrl } = await startService()
  const options: ProxyOptions<[Context<Session>]> = {
    baseUrl,
    apiKey,
    callerOf: (_request, context) => context.get('user') ?? null,
  }
  const proxy = createProxy(options)
  const app = new Hono<Session>()
  app.use(async (context, next) => {
    const user = context.req.header('x-user')
    if (user !== undefined) context.set('user', user)
    await next()
  })
  app.all('/screening/*', context => proxy(context.req.raw, context))
  const worker: { fetch(request: Request, env: { USER: string }, context: object): Promise<Response> } = {
    fetch: createProxy({ baseUrl, apiKey, callerOf: (_request, env: { USER: string }) => env.USER || null }),
  }
  const openRequest = (headers: Record<string, string>) =>
    new Request('https://app.example/screening/v1/entities', { headers })
  const statuses = [
    (await app.fetch(openRequest({ 'x-user': 'ada' }))).status,
    (await app.fetch(openRequest({}))).status,
    (await worker.fetch(openRequest({}), { USER: 'ada' }, {})).status,
    (await worker.fetch(openRequest({}), { USER: '' }, {})).status,
  ]
  expect(statuses).toEqual([201, 401, 201, 401])
})
