import { createProxy, type ProxyOptions } from 'entity-screening-sdk/proxy'
import { describe, expect, it } from 'vitest'
import { apiKey, creation, startService } from './service.ts'

const listed = 'https://app.example'
const other = 'https://evil.example'

async function openProxy(options: Partial<ProxyOptions> = {}) {
  const service = await startService((response, count) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r1', age: '0' })
    response.end(JSON.stringify({ success: true, data: { id: String(count) } }))
  })
  let callers = 0
  const callerOf = () => {
    callers += 1
    return 'ada'
  }
  const proxy = createProxy({
    ...{ baseUrl: service.baseUrl, apiKey, callerOf, origins: [listed] },
    onError: () => {},
    ...options,
  })
  const send = (method: string, headers: Record<string, string>) =>
    proxy(
      new Request('https://api.example/screening/v1/entities', {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'POST' && { body: creation }),
      }),
    )
  return { ...service, send, countCallers: () => callers }
}

const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,idempotency-key,x-user',
}

describe('a preflight', () => {
  it('of a listed origin is answered without callerOf', async () => {
    const { send, received, countCallers } = await openProxy()
    const response = await send('OPTIONS', { origin: listed, 'sec-fetch-site': 'cross-site', ...preflight })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT',
      'access-control-allow-headers': preflight['access-control-request-headers'],
      vary: 'origin',
    })
    expect([received.length, countCallers()]).toEqual([0, 0])
  })

  it.each([
    ['of another origin', { origin: other, 'sec-fetch-site': 'cross-site' }, 403],
    ['of an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['of a subdomain', { origin: 'https://a.app.example', 'sec-fetch-site': 'same-site' }, 403],
    ['of another scheme', { origin: 'http://app.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['of another port', { origin: 'https://app.example:8443', 'sec-fetch-site': 'same-site' }, 403],
    ['in other letters', { origin: 'https://APP.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['without an origin', {}, 404],
  ])('%s is refused', async (_, headers, status) => {
    const { send } = await openProxy()
    const response = await send('OPTIONS', { ...headers, ...preflight })
    expect(response.status).toBe(status)
    expect([...response.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

describe('a request', () => {
  it.each(['cross-site', 'same-site', 'same-origin'])(
    'of a listed origin (%s) is answered, with each header exposed',
    async site => {
      const { send, received } = await openProxy()
      for (const method of ['GET', 'POST']) {
        const headers = { origin: listed, 'sec-fetch-site': site, 'idempotency-key': 'a' }
        const response = await send(method, headers)
        expect(response.status).toBe(200)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'access-control-allow-origin': listed,
          'access-control-allow-credentials': 'true',
          vary: 'origin',
        })
        const exposed = response.headers.get('access-control-expose-headers')?.split(', ')
        const names = [...response.headers.keys()]
        expect(exposed?.sort()).toEqual(names.filter(name => !/^(?:access-control-.*|vary)$/.test(name)))
        expect(exposed).toEqual(expect.arrayContaining(['x-request-id', 'age', 'content-type']))
      }
      expect(received).toHaveLength(2)
    },
  )

  it('of a listed origin may read a refusal too', async () => {
    const { send } = await openProxy({ callerOf: () => null })
    const response = await send('GET', { origin: listed, 'sec-fetch-site': 'cross-site' })
    expect(response.status).toBe(401)
    expect(response.headers.get('access-control-allow-origin')).toBe(listed)
    const keyed = { origin: listed, 'sec-fetch-site': 'cross-site', 'idempotency-key': 'a' }
    const unknown = await send('POST', keyed)
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([504, listed])
  })

  it.each([
    ['of another origin', { origin: other, 'sec-fetch-site': 'cross-site' }],
    ['of a subdomain', { origin: 'https://a.app.example', 'sec-fetch-site': 'same-site' }],
    ['of an image, without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['of an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
  ])('%s is refused', async (_, headers: Record<string, string>) => {
    const { send, received } = await openProxy()
    for (const method of ['GET', 'POST']) {
      const response = await send(method, headers)
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBe(null)
      expect(response.headers.get('vary')).toBe('origin')
    }
    expect(received).toHaveLength(0)
  })

  it('of the same origin needs no list', async () => {
    const { send } = await openProxy({ origins: [] })
    const own = await send('GET', { origin: 'https://api.example', 'sec-fetch-site': 'same-origin' })
    expect([own.status, own.headers.get('vary')]).toEqual([200, null])
    const foreign = await send('GET', { origin: listed, 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })
})
