import { request } from 'node:http'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchFrom } from '../fetch-from.ts'

const json = { 'content-type': 'application/json' }
const foreign = 'https://evil.example'

/** Sends over TCP with the headers as they are: `fetch` would refuse some. */
function send(url: string, method: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function start(options = {}, listen = {}) {
  const server = createMockServer({ keys: { key: 'team-1' }, ...options })
  const running = await startServer(server, listen)
  onTestFinished(() => running.close())
  return { server, url: running.url.replace('//0.0.0.0:', '//127.0.0.1:') }
}

const paths = ['/__admin/', '/__admin/console.js', '/__admin/clock', '/__admin/events', '/__admin/requests']

describe('a host name that leads here from elsewhere', () => {
  it.each(paths)('is refused: %s', async path => {
    const { url } = await start()
    expect(await send(url + path, 'GET', { host: 'evil.example' })).toBe(403)
    expect(await send(url + path, 'GET', { host: 'localhost.evil.example:80' })).toBe(403)
    expect(await send(url + path, 'GET', { host: '127.0.0.1.evil.example' })).toBe(403)
  })

  it('is refused with the token, too', async () => {
    const { url } = await start({ adminToken: 'the-token' })
    const headers = { authorization: 'Bearer the-token' }
    expect(await send(`${url}/__admin/clock`, 'GET', headers)).toBe(200)
    expect(await send(`${url}/__admin/clock`, 'GET', { ...headers, host: 'evil.example' })).toBe(403)
  })

  it.each([
    ['the given host', { host: 'localhost' }, {}, 'localhost:1', 200],
    ['a name of this machine', {}, {}, 'console.localhost:80', 200],
    ['another address', {}, {}, '192.168.1.20', 403],
    ['an address of this machine, on all of them', { host: '0.0.0.0' }, {}, '192.168.1.20:4010', 200],
    ['a name of the local network, on all addresses', { host: '0.0.0.0' }, {}, 'screening:4010', 200],
    ['a name that can be registered, on all addresses', { host: '0.0.0.0' }, {}, 'evil.example', 403],
    [
      'the host of an origin that is let in',
      {},
      { adminOrigins: ['https://tools.example'] },
      'tools.example',
      200,
    ],
    ['no name', {}, {}, '[', 403],
  ])('%s', async (_, listen, options, host, status) => {
    const { url } = await start(options, listen)
    expect(await send(`${url}/__admin/clock`, 'GET', { host })).toBe(status)
  })
})

describe('a caller through a proxy on this machine', () => {
  const forwarded: Record<string, string>[] = [
    { forwarded: 'for=203.0.113.9' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-host': 'screening.example' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '203.0.113.9' },
    { via: '1.1 proxy' },
  ]

  it.each(forwarded)('is refused without a token: %j', async headers => {
    const { url } = await start()
    for (const path of ['/__admin/snapshot', '/__admin/events', '/__admin/requests'])
      expect(await send(url + path, 'GET', headers)).toBe(403)
    expect(await send(`${url}/__admin/reset`, 'POST', headers)).toBe(403)
    expect(await send(`${url}/v1/health`, 'GET', headers)).toBe(200)
  })

  it.each(forwarded)('is served with the token: %j', async headers => {
    const { url } = await start({ adminToken: 'the-token' })
    const authorization = 'Bearer the-token'
    expect(await send(`${url}/__admin/snapshot`, 'GET', { ...headers, authorization })).toBe(200)
    expect(await send(`${url}/__admin/snapshot`, 'GET', headers)).toBe(401)
  })
})

describe('a page', () => {
  const clockAfter = async (headers: Record<string, string>, options = {}) => {
    const { server, url } = await start(options)
    const status = await send(`${url}/__admin/clock/advance`, 'POST', { ...json, ...headers }, '{"ms":1000}')
    expect(server.clock.now() - Date.UTC(2025, 0, 1)).toBe(status === 200 ? 1000 : 0)
    return status
  }
  const token = { adminToken: 'the-token' }
  const authorization = 'Bearer the-token'
  const adminOrigins = ['https://tools.example']

  it.each([
    ['of this machine', { origin: 'http://localhost:5173' }, {}, 200],
    ['of another site', { origin: foreign }, {}, 403],
    ['of another site, with the token', { origin: foreign, authorization }, token, 403],
    ['in a sandbox', { origin: 'null' }, {}, 403],
    ['of an origin that is let in', { origin: 'https://tools.example' }, { adminOrigins }, 200],
    ['of its site', { origin: 'https://other.tools.example' }, { adminOrigins }, 403],
    ['of its host at another port', { origin: 'https://tools.example:8443' }, { adminOrigins }, 403],
    ['let in, without the token', { origin: 'https://tools.example' }, { ...token, adminOrigins }, 401],
    ['let in, with it', { origin: 'https://tools.example', authorization }, { ...token, adminOrigins }, 200],
    [
      'of another site, as an image',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      {},
      403,
    ],
  ])('%s', async (_, headers, options, status) => {
    expect(await clockAfter(headers, options)).toBe(status)
  })

  it('served under the given host may call its own origin', async () => {
    const { url } = await start({ adminToken: 'the-token' }, { host: '0.0.0.0' })
    const from = (origin: string) =>
      send(`${url}/__admin/clock`, 'GET', { host: '192.168.1.20:4010', origin, authorization })
    expect(await from('http://192.168.1.20:4010')).toBe(200)
    expect(await from('http://192.168.1.20:3000')).toBe(403)
    expect(await from(foreign)).toBe(403)
  })

  it('of an origin that is let in may read what it gets', async () => {
    const server = createMockServer({ adminOrigins })
    const ask = (origin: string) =>
      fetchFrom(server, 'http://localhost/__admin/clock', { headers: { origin } })
    expect((await ask('https://tools.example')).headers.get('access-control-allow-origin')).toBe(
      'https://tools.example',
    )
    expect((await ask(foreign)).headers.has('access-control-allow-origin')).toBe(false)
  })

  it.each([
    'tools.example',
    'https://tools.example/',
    'https://tools.example/path',
    'ftp://tools.example',
    '*',
    'null',
  ])('is let in by an origin as browsers spell it: not %s', origin => {
    expect(() => createMockServer({ adminOrigins: [origin] })).toThrow(
      'adminOrigins[0] must be an origin, such as',
    )
  })
})

it('the control API is no part of the service in process', async () => {
  const server = createMockServer()
  for (const path of ['', '/', '/clock', '/events']) {
    const response = await server.fetch(`http://localhost/__admin${path}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'There is no operation at this path.' })
  }
})

describe('a body', () => {
  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['application/merge-patch+json', 200],
    ['text/plain', 415],
    ['text/plain; x=application/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonp', 415],
  ])('of the type %s → %i', async (type, status) => {
    const { url } = await start()
    expect(await send(`${url}/__admin/clock/advance`, 'POST', { 'content-type': type }, '{"ms":1}')).toBe(
      status,
    )
  })

  it('of no type is refused, as a blob of another site has none', async () => {
    const { url } = await start()
    expect(await send(`${url}/__admin/clock/advance`, 'POST', {}, '{"ms":1}')).toBe(415)
    expect(await send(`${url}/__admin/clock/settle`, 'POST', {})).toBe(200)
  })

  it('that is long is refused before it is read', async () => {
    const { url } = await start()
    const long = JSON.stringify({ ...createMockServer().snapshot(), more: 'x'.repeat(20_000) })
    expect(await send(`${url}/__admin/snapshot`, 'PUT', { 'content-type': 'text/plain' }, long)).toBe(415)
    expect(await send(`${url}/__admin/snapshot`, 'PUT', json, long)).toBe(200)
  })
})

describe('the files of the console', () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

  it.each(['/__admin/', '/__admin/console.js', '/__admin/nothing.css'])(
    'need no token, and come with a strict policy: %s',
    async path => {
      const { url } = await start({ adminToken: 'the-token' })
      const response = await fetch(url + path)
      // 503 where the console is not built.
      expect([200, 404, 503]).toContain(response.status)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      expect((await fetch(`${url}/__admin/requests`)).status).toBe(401)
    },
  )

  it('are found from the address without a slash', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/__admin`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '__admin/'])
  })

  it.each(['/__admin/%2e%2e%2fpackage.js', '/__admin/..%5cindex.js', '/__admin/a/b.js'])(
    'are in no other folder: %s',
    async path => {
      const { url } = await start()
      expect(await send(url + path, 'GET', {})).toBe(404)
    },
  )
})
