import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createProxy, type ProxyOptions } from 'entity-screening-sdk/proxy'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiKey, creation, startService, unusedAddress } from './service.ts'

/** Sends a write to a proxy that is created for this request only, as inside the handler of a route. */
async function postToNewProxy(options: Omit<ProxyOptions, 'callerOf'>, { key = 'a', body = creation } = {}) {
  const proxy = createProxy({ callerOf: request => request.headers.get('x-user'), ...options })
  const headers = { 'content-type': 'application/json', 'x-user': 'ada', 'idempotency-key': key }
  const url = `https://app.example${options.basePath ?? '/screening'}/v1/entities`
  const response = await proxy(new Request(url, { method: 'POST', headers, body }))
  return { status: response.status, body: await response.json() }
}

describe('proxies of one process that are created for each request', () => {
  it('send a write once between them', async () => {
    const { baseUrl, received } = await startService()
    const fetch: ProxyOptions['fetch'] = (url, init) => globalThis.fetch(url, init)
    const options = { baseUrl, apiKey, fetch }
    const running = await Promise.all([postToNewProxy(options), postToNewProxy(options)])
    const later = await postToNewProxy({ ...options, baseUrl: `${baseUrl}/` })
    expect([...running, later].map(({ status, body }) => [status, body.data.id])).toEqual(
      Array(3).fill([201, '1']),
    )
    expect(await postToNewProxy(options, { body: '{}' })).toMatchObject({ status: 422 })
    expect(received).toHaveLength(1)
  })

  it('have one limit of memory', async () => {
    const { baseUrl, received } = await startService()
    const options = { baseUrl, apiKey, maxBytes: 1500 }
    expect((await postToNewProxy(options, { key: 'a' })).status).toBe(201)
    expect((await postToNewProxy(options, { key: 'b' })).status).toBe(429)
    expect(received).toHaveLength(1)
  })

  it('each use the store that they were given', async () => {
    const { baseUrl, received } = await startService()
    const store = { claim: () => null, finish: () => {} }
    for (const _ of Array(2)) expect((await postToNewProxy({ baseUrl, apiKey, store })).status).toBe(201)
    expect(received).toHaveLength(2)
  })
})

describe('with the global fetch', () => {
  let sent: unknown[]
  beforeEach(() => {
    sent = []
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      sent.push(init.headers)
      return Response.json({ success: true, data: { id: String(sent.length) } }, { status: 201 })
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('proxies share their keys, also after it was replaced, as frameworks do', async () => {
    const options = { baseUrl: 'https://one.example', apiKey }
    expect((await postToNewProxy(options)).body.data.id).toBe('1')
    vi.stubGlobal('fetch', () => expect.unreachable())
    expect((await postToNewProxy(options)).body.data.id).toBe('1')
  })

  it.each<[string, Partial<ProxyOptions>]>([
    ['team', { apiKey: 'the-key-of-another-team' }],
    ['service', { baseUrl: 'https://other.example' }],
    ['route', { basePath: '/admin/screening' }],
    ['lifetime', { keyLifetime: 60_000 }],
    ['limit', { maxBytes: 1_000_000 }],
  ])('a proxy with another %s gets no answer of the first', async (_, other) => {
    const options = { baseUrl: `https://${crypto.randomUUID()}.example`, apiKey }
    expect((await postToNewProxy(options)).body.data.id).toBe('1')
    expect((await postToNewProxy({ ...options, ...other })).body.data.id).toBe('2')
    expect(sent).toHaveLength(2)
  })
})

it('two mock servers with the same base URL and key do not share keys', async () => {
  const servers = [1, 2].map(() => createMockServer({ keys: { [apiKey]: 'team' } }))
  for (const { fetch } of servers)
    expect((await postToNewProxy({ baseUrl: unusedAddress, apiKey, fetch })).status).toBe(201)
  expect(servers.map(server => server.requests.list().length)).toEqual([1, 1])
})
