import {
  AuthenticationError,
  EntityScreening,
  InputValidationError,
  RateLimitError,
  ServerError,
} from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { type RunningServer, startServer } from 'entity-screening-sdk/mock-server/node'
import { createProxy, type ProxyOptions } from 'entity-screening-sdk/proxy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headerWords, isReadHeader } from '../../src/contract/response-headers.ts'
import { isStoredResponseHeader } from '../../src/reading/cache-headers.ts'
import { isPartialHeader } from '../../src/reading/partial-headers.ts'
import { byRequest } from '../by-request.ts'
import { failureOf } from '../failure-of.ts'
import { listen, unusedAddress } from './service.ts'

const apiKey = 'sk-a-key-that-no-browser-sees'
const origin = 'https://app.example'
const server = createMockServer({ keys: { [apiKey]: 'team' } })
let service: RunningServer

beforeAll(async () => {
  service = await startServer(server)
})
afterAll(() => service.close())

/** A browser with a page of the application, and all that it gets to see. */
function openPage(options: Partial<ProxyOptions> = {}) {
  const errors: unknown[] = []
  const proxy = createProxy({
    baseUrl: service.url,
    apiKey,
    callerOf: () => 'ada',
    onError: error => void errors.push(error),
    ...options,
  })
  const seen: string[] = []
  const ask = async (request: Request) => {
    const answer = await proxy(request)
    seen.push(JSON.stringify([...answer.headers]), await answer.clone().text())
    return answer
  }
  const client = new EntityScreening({
    apiKey: null,
    baseUrl: `${origin}/screening`,
    fetch: byRequest(ask),
    maxRetries: 0,
    logLevel: 'off',
  })
  return { client, proxy, ask, seen, errors }
}

it('every operation works through it, and the key never comes out', async () => {
  const { client, seen } = openPage()
  const { id } = await client.entities.create({ type: 'organization', name: '[sanctioned] Acme GmbH' })
  await client.entities.createBulk([{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }])
  server.clock.settle()
  expect(await client.entities.list()).toMatchObject([{ id, riskLevel: 'high' }, { name: 'Nordwind GmbH' }])
  expect(await client.entities.search({ riskLevel: 'high' })).toMatchObject([{ id }])
  expect(await client.entities.network(id)).toMatchObject({ rootId: id })
  await client.entities.attachDocument(id, { url: 'https://example.com/report.pdf' })
  await client.entities.rescan(id)
  await client.search.organizations({ companyName: 'Tideglass' })
  await client.search.persons({ fullName: 'Dragomir Vosskov' })
  await client.service.health()
  await client.service.index()
  expect(server.requests.list().map(({ status }) => status)).not.toContain(401)
  expect(seen.join('\n')).not.toContain(apiKey)
  expect(seen).toHaveLength(2 * 11)
})

it.each([
  ['another path of the service', 'GET', '/screening/__admin/snapshot'],
  ['a path above', 'GET', '/screening/../__admin/snapshot'],
  ['an encoded path above', 'GET', '/screening/v1/entities/..%2f..%2f__admin/network'],
  ['an encoded dot', 'GET', '/screening/v1/entities/%2e%2e/network'],
  ['another host', 'GET', '/screening//elsewhere.example/v1/entities'],
  ['a path without the prefix', 'GET', '/v1/entities'],
  ['another method', 'DELETE', '/screening/v1/entities'],
  ['a method of another path', 'PUT', '/screening/v1/entities'],
  ['a longer path', 'GET', '/screening/v1/entities/a/network/more'],
])('refuses %s without asking the service', async (_, method, path) => {
  const { ask } = openPage()
  server.requests.clear()
  expect((await ask(new Request(origin + path, { method }))).status).toBeOneOf([400, 404])
  expect(server.requests.list()).toEqual([])
})

const creation = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"type":"person","name":"Ilse Brandt"}',
}

it('refuses whoever is not signed in, and what comes from another site', async () => {
  const page = openPage()
  server.requests.clear()
  for (const callerOf of [() => null, async () => null, () => '']) {
    const stranger = openPage({ callerOf })
    expect(await failureOf(stranger.client.entities.list())).toBeInstanceOf(AuthenticationError)
  }
  const foreign = new Request(`${origin}/screening/v1/entities`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect((await page.ask(foreign)).status).toBe(403)
  // The body types that a form of another site can send.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const form = new Request(`${origin}/screening/v1/entities`, {
      ...creation,
      headers: { 'content-type': type },
    })
    expect((await page.ask(form)).status).toBe(415)
  }
  expect(server.requests.list()).toEqual([])
})

it.each<[string, ProxyOptions['callerOf'], unknown[]]>([
  ['throws', () => Promise.reject(new Error('no sessions')), [new Error('no sessions')]],
  ['gives null', () => null, []],
  ['gives a number', () => Reflect.apply(Number, null, [7]), [named('not a value of type number')]],
  ['gives an object', () => Reflect.apply(Object, null, []), [named('not a value of type object')]],
  ['gives nothing', () => Reflect.apply(() => {}, null, []), [named('not a value of type undefined')]],
  ['gives an empty string', () => '', [named('not an empty string')]],
])('answers 401 and sends nothing where callerOf %s', async (_, callerOf, reported) => {
  const { ask, errors } = openPage({ callerOf })
  server.requests.clear()
  const url = `${origin}/screening/v1/entities`
  for (const request of [new Request(url), new Request(url, creation)]) {
    errors.length = 0
    expect((await ask(request)).status).toBe(401)
    expect(errors).toEqual(reported)
  }
  expect(server.requests.list()).toEqual([])
})

function named(ending: string) {
  const message = `callerOf must return a string or null, ${ending}`
  return expect.objectContaining({ name: 'TypeError', message })
}

it.each([
  ['of Express', { method: 'GET', url: '/screening/v1/entities', headers: {} }, 'getRequestListener'],
  ['of Hono', { raw: new Request(origin), url: `${origin}/screening/v1/entities` }, 'context.req.raw'],
  ['that is missing', undefined, 'getRequestListener'],
])('names a request %s', async (_, request, hint) => {
  const { proxy } = openPage()
  await expect(Reflect.apply(proxy, null, [request])).rejects.toThrow(hint)
})

it('a thrown value without a class, such as a revoked Proxy, is an error as any other', async () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const throwing = () => {
    throw proxy
  }
  const store = { claim: throwing, finish: throwing }
  for (const options of [{ callerOf: throwing }, { store }, { fetch: throwing }]) {
    const { ask, errors } = openPage(options)
    const headers = { ...creation.headers, 'idempotency-key': 'a' }
    const answer = await ask(new Request(`${origin}/screening/v1/entities`, { ...creation, headers }))
    expect(answer.status).toBeGreaterThan(500)
    await expect.poll(() => errors).toHaveLength(1)
  }
})

it('names the body parser that may have read a body before', async () => {
  const { ask } = openPage()
  server.requests.clear()
  const url = `${origin}/screening/v1/entities`
  const read = new Request(url, creation)
  await read.text()
  for (const request of [read, new Request(url, { ...creation, body: '' })]) {
    const answer = await ask(request)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('express.json()') })
  }
  expect(server.requests.list()).toEqual([])
})

it.each([
  ['/v1/entities', '/screening', '/'],
  ['/screening/v1/health', '/', '/screening'],
  ['/api/screening/v1/entities', '/screening', '/api/screening'],
  ['/api/v1/screening/v1', '/api/v1', '/api/v1/screening'],
])('%s below %s is a 404 that names the right basePath', async (path, basePath, rightBasePath) => {
  const url = origin + path
  const answer = await openPage({ basePath }).ask(new Request(url))
  expect(answer.status).toBe(404)
  expect((await answer.json()).error).toBe(
    `The basePath of the proxy is ${basePath}, but ${path} needs basePath: '${rightBasePath}'.`,
  )
  expect((await openPage({ basePath: rightBasePath }).ask(new Request(url))).status).toBe(200)
})

it.each(['/screening/v1/entity', '/screening//v1/entities', '/'])(
  '%s is a 404 that names the path and the basePath, because no basePath makes it an operation',
  async path => {
    const answer = await openPage().ask(new Request(origin + path))
    expect(answer.status).toBe(404)
    expect((await answer.json()).error).toBe(
      `There is no operation GET ${path} below /screening, the basePath of the proxy.`,
    )
  },
)

it('takes bodies up to a limit, whether they name their length or not', async () => {
  const { ask } = openPage({ maxBodyBytes: 100 })
  server.requests.clear()
  const body = JSON.stringify({ type: 'person', name: 'Ilse Brandt'.padEnd(100) })
  const named = { ...creation.headers, 'content-length': String(body.length) }
  for (const headers of [named, creation.headers]) {
    const answer = await ask(new Request(`${origin}/screening/v1/entities`, { ...creation, headers, body }))
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ statusCode: 413, success: false })
  }
  expect(server.requests.list()).toEqual([])
  expect((await ask(new Request(`${origin}/screening/v1/entities`, creation))).status).toBe(201)
})

it('serves the path that it is told to', async () => {
  const { ask } = openPage({ basePath: '/api/kyc/' })
  expect((await ask(new Request(`${origin}/api/kyc/v1/health`))).status).toBe(200)
  expect((await ask(new Request(`${origin}/screening/v1/health`))).status).toBeOneOf([400, 404])
  const root = openPage({ basePath: '/' })
  expect((await root.ask(new Request(`${origin}/v1/health`))).status).toBe(200)
})

/** A service that answers each request with a status, headers and a body, and keeps the heads of requests. */
async function startEcho(status: number, headers: Record<string, string>, body: string | Buffer) {
  const got: unknown[] = []
  const baseUrl = await listen((request, response) => {
    got.push(request.url, request.headers)
    response.writeHead(status, headers)
    response.end(body)
  })
  return { baseUrl, got }
}

it('passes nothing on but method, path and body', async () => {
  const { baseUrl, got } = await startEcho(200, { 'content-type': 'application/json' }, '[]')
  const { ask } = openPage({ baseUrl })
  const sent = { cookie: 'session=1', authorization: 'Bearer mine', 'x-forwarded-host': 'evil.example' }
  await ask(new Request(`${origin}/screening/v1/entities?all=1`, { headers: sent }))
  expect(got).toMatchObject([
    '/v1/entities',
    { authorization: `Bearer ${apiKey}`, 'cache-control': 'no-cache, no-store' },
  ])
  expect(JSON.stringify(got)).not.toMatch(/session=1|mine|evil/)
})

/** The headers that every response of the proxy has. */
const ownHeaders = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

it('passes on the headers that the client judges by, and no others', async () => {
  const judged = {
    age: '7',
    link: '</v1/entities?page=2>; rel="next"',
    'content-range': 'items 0-1/9',
    'x-total-count': '9',
    'x-has-more': 'true',
    'x-after': 'e7',
    'x-cache': 'HIT',
    'x-varnish': '1 2',
    'cf-cache-status': 'HIT',
    'server-timing': 'cdn-cache; desc=HIT',
    warning: '110 - "stale"',
    via: '1.1 cache',
    'retry-after': '1',
    'x-ratelimit-reset': '7',
    'cf-ray': '1',
    'x-request-id': `of ${apiKey}`,
  }
  const others = {
    'set-cookie': 'a=b',
    location: 'https://evil.example',
    'cache-control': 'public, max-age=60',
    'cdn-cache-control': 'public',
    'access-control-allow-origin': '*',
    'content-security-policy': 'default-src *',
    'strict-transport-security': 'max-age=1',
    'clear-site-data': '"*"',
    'www-authenticate': 'Basic',
    'x-accel-redirect': '/private',
    'x-internal-host': 'db-7',
    etag: '"1"',
    refresh: '0; url=https://evil.example',
  }
  const { baseUrl } = await startEcho(200, { 'content-type': 'text/json', ...judged, ...others }, '[]')
  const page = openPage({ baseUrl })
  const other = await page.ask(new Request(`${origin}/screening/v1/entities`))
  expect(other.status).toBe(502)
  const json = { 'content-type': 'application/json; charset=utf-8' }
  const service = await startEcho(200, { ...json, ...judged, ...others }, '[]')
  const answer = await openPage({ baseUrl: service.baseUrl }).ask(
    new Request(`${origin}/screening/v1/entities`),
  )
  const { date, ...headers } = Object.fromEntries(answer.headers)
  expect(headers).toEqual({ ...judged, 'x-request-id': 'of [redacted]', ...ownHeaders })
  expect(Date.parse(date ?? '')).not.toBeNaN()
})

it('passes on each header by which the client takes a list for a part of one', () => {
  const words = Object.values(headerWords).flat()
  const names = words.flatMap(word => [word, `x-${word}`, ...words.map(other => `x-${word}-${other}`)])
  const others = ['age', 'link', 'x-after', 'pagination', 'x-total-pages', 'x-pages-count', 'x-page-total']
  const judged = [...names, ...others].filter(name =>
    ['9', 'true', 'no', '</>; rel=next'].some(value => isPartialHeader(name, value, 1)),
  )
  expect(judged.length).toBeGreaterThan(1000)
  expect(judged.filter(name => !isReadHeader(name))).toEqual([])
  const values = ['9', '1', '110 - "stale"', '1 2', 'HIT', 'TCP_HIT from a', 'x; hit', 'cdn-cache; desc=HIT']
  const stored = ['age', 'warning', 'x-varnish', 'server-timing', 'cache-status', 'cf-cache-status']
    .concat([
      'x-cache',
      'x-proxy-cache',
      'x-vercel-cache',
      'x-nextjs-cache',
      'x-cache-remote',
      'x-rack-cache',
      'x-cached',
      'x-cache-hit',
      'x-tyk-cached-response',
      'x-from-cache',
    ])
    .filter(name => values.some(value => isStoredResponseHeader(name, value)))
  expect(stored).toHaveLength(16)
  expect(stored.filter(name => !isReadHeader(name))).toEqual([])
})

it.each([401, 404, 200])('gives its own headers to a refusal and an error (%i)', async status => {
  const answer =
    status === 401
      ? await openPage({ callerOf: () => null }).ask(new Request(`${origin}/screening/v1/entities`))
      : await openPage().ask(new Request(`${origin}/screening/v1/${status === 200 ? 'health' : 'nothing'}`))
  expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
    status,
    expect.objectContaining(ownHeaders),
  ])
})

describe('the key in a body', () => {
  const json = { 'content-type': 'application/json' }
  const ask = async (status: number, body: string | Buffer) => {
    const { baseUrl } = await startEcho(status, json, body)
    return openPage({ baseUrl }).ask(new Request(`${origin}/screening/v1/entities`))
  }

  it('is struck out of an error, escaped too', async () => {
    const sentence = `Bearer ${apiKey}? ${encodeURIComponent(apiKey)}`
    const body = JSON.stringify({ statusCode: 400, success: false, error: sentence })
    const escaped = body.replace('sk-', '\\u0073k-')
    const answer = await ask(400, escaped)
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^Bearer \[redacted\]/) })
  })

  it('is overwritten in a success, of which every other byte stays', async () => {
    const bytes = Buffer.from(`[{"name":"M\xfcller","note":"${apiKey}${apiKey}"}]`, 'latin1')
    const answer = Buffer.from(await (await ask(200, bytes)).arrayBuffer())
    const stars = '*'.repeat(apiKey.length)
    expect(answer.toString('latin1')).toBe(`[{"name":"M\xfcller","note":"${stars}${stars}"}]`)
  })

  it('cannot come in an error of any length', async () => {
    const answer = await ask(500, `${' '.repeat(70_000)}${apiKey}`)
    expect(await answer.json()).toMatchObject({ statusCode: 500, success: false })
  })
})

it.each([
  ['text/html', '<script>alert(1)</script>'],
  ['application/json', 'Bad gateway'],
])('does not pass on an error that is no JSON (%s)', async (type, body) => {
  const { baseUrl } = await startEcho(502, { 'content-type': type, 'retry-after': '7' }, body)
  const answer = await openPage({ baseUrl }).ask(new Request(`${origin}/screening/v1/entities`))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '7'])
  expect(await answer.json()).toEqual({
    statusCode: 502,
    success: false,
    error: 'The service responded with an error that is not JSON (502).',
  })
})

it.each(['application/json', 'text/plain'])('passes on an error that is JSON, of the type %s', async type => {
  const body = '{"statusCode":400,"success":false,"error":"name"}'
  const { baseUrl } = await startEcho(400, { 'content-type': type }, body)
  const answer = await openPage({ baseUrl }).ask(new Request(`${origin}/screening/v1/entities`))
  expect([answer.status, await answer.text()]).toEqual([400, body])
})

it.each<[string, Record<string, string>]>([
  ['HTML', { 'content-type': 'text/html' }],
  ['JavaScript', { 'content-type': 'text/javascript; charset=application/json' }],
  ['no type', {}],
])('refuses a success with %s, which would run as a page of your origin', async (_, headers) => {
  const { baseUrl } = await startEcho(200, headers, '<script>alert(1)</script>')
  const { ask, errors } = openPage({ baseUrl })
  const answer = await ask(new Request(`${origin}/screening/v1/entities`))
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({ error: expect.stringContaining('is not JSON (200') })
  expect(errors).toHaveLength(1)
})

it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/problem+json'])(
  'passes on a success of the type %s',
  async type => {
    const { baseUrl } = await startEcho(200, { 'content-type': type }, '[]')
    const answer = await openPage({ baseUrl }).ask(new Request(`${origin}/screening/v1/entities`))
    expect([answer.status, await answer.text()]).toEqual([200, '[]'])
  },
)

it('tells the server that the service refuses its key, and the page no 401', async () => {
  const { client, errors } = openPage({ apiKey: 'sk-another-key' })
  server.requests.clear()
  const failure = await failureOf(client.withOptions({ maxRetries: 3 }).entities.list())
  expect(failure).toMatchObject({ status: 424, outcome: 'not_done' })
  expect(errors).toEqual([new Error('the service refused the API key of the proxy (401)')])
  expect(server.requests.list()).toHaveLength(1)
})

it('passes on the 403 of the service with its limit', async () => {
  const body = '{"statusCode":403,"success":false,"error":"The entity limit of the team is reached."}'
  const { baseUrl } = await startEcho(403, { 'content-type': 'application/json' }, body)
  const { client } = openPage({ baseUrl })
  const failure = await failureOf(client.entities.create({ type: 'person', name: 'Ilse Brandt' }))
  expect(failure).toMatchObject({ status: 403, isEntityLimit: true, outcome: 'not_done' })
})

it.each(['gzip', 'identity', ''])('refuses a body with Content-Encoding %j', async encoding => {
  const { ask } = openPage()
  server.requests.clear()
  const headers = { ...creation.headers, 'content-encoding': encoding }
  const answer = await ask(new Request(`${origin}/screening/v1/entities`, { ...creation, headers }))
  expect(answer.status).toBe(415)
  expect(server.requests.list()).toEqual([])
})

it('refuses a body that is not UTF-8', async () => {
  const { ask } = openPage()
  const body = Buffer.from('{"name":"M\xfcller"}', 'latin1')
  expect((await ask(new Request(`${origin}/screening/v1/entities`, { ...creation, body }))).status).toBe(400)
})

it.each([204, 301, 302])('passes on a %i, and does not follow it', async status => {
  const { baseUrl, got } = await startEcho(status, { location: 'http://127.0.0.1:9/' }, '')
  const answer = await openPage({ baseUrl }).ask(new Request(`${origin}/screening/v1/health`))
  expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
  expect(got).toHaveLength(2)
})

it('what goes wrong behind it reaches the client as what it is', async () => {
  const { client } = openPage()
  expect(await failureOf(client.entities.create({ type: 'person', name: '' }))).toBeInstanceOf(
    InputValidationError,
  )
  server.faults.add({ operation: 'listEntities', kind: 'rate_limit', retryAfter: 7000, times: 1 })
  expect(await failureOf(client.entities.list())).toBeInstanceOf(RateLimitError)
  server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  const lost = await failureOf(client.entities.create({ type: 'person', name: 'Ilse Brandt' }))
  expect(lost).toBeInstanceOf(ServerError)
  expect(lost).toMatchObject({ status: 504, outcome: 'unknown' })
  const { client: cutOff } = openPage({ baseUrl: unusedAddress })
  const refused = await failureOf(cutOff.entities.create({ type: 'person', name: 'Ilse Brandt' }))
  expect(refused).toMatchObject({ status: 503, outcome: 'not_done' })
})

it('sends each request with a signal of its own, so that no cache of a framework shares responses', async () => {
  const signals: unknown[] = []
  const spy: NonNullable<ProxyOptions['fetch']> = (url, init) => {
    signals.push(init.signal)
    return fetch(url, init)
  }
  const { client } = openPage({ fetch: spy })
  await client.entities.list()
  await client.entities.list()
  expect(new Set(signals).size).toBe(2)
  expect(signals).not.toContain(undefined)
})

describe('createProxy refuses', () => {
  const right = { baseUrl: 'https://screening.example', apiKey, callerOf: () => 'ada' }

  it.each([
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: '/screening' }],
    ['baseUrl', { baseUrl: 'ftp://screening.example' }],
    ['baseUrl', { baseUrl: 'https://user:secret@screening.example' }],
    ['baseUrl', { baseUrl: 'https://screening.example/v1' }],
    ['apiKey', { apiKey: undefined }],
    ['apiKey', { apiKey: 'two words' }],
    ['callerOf', { callerOf: undefined }],
    ['isAllowed', { isAllowed: () => true }],
    ['basePath', { basePath: 'screening' }],
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: 2 ** 31 }],
    ['maxBodyBytes', { maxBodyBytes: 0.5 }],
    ['maxKeys', { maxKeys: 100 }],
    ['maxBytes', { maxBytes: -1 }],
    ['origins', { origins: ['*'] }],
    ['origins', { origins: ['https://*.app.example'] }],
    ['origins', { origins: ['null'] }],
    ['origins', { origins: ['https://app.example/'] }],
    ['origins', { origins: ['https://app.example:443'] }],
    ['origins', { origins: 'https://app.example' }],
    ['keyLifetime', { keyLifetime: Number.NaN }],
    ['keyLifetime', { keyLifetime: 59_999 }],
    ['store', { store: {} }],
    ['fetch', { fetch: 'fetch' }],
    ['onError', { onError: null }],
  ])('%s of %j', (name, wrong) => {
    expect(() => Reflect.apply(createProxy, null, [{ ...right, ...wrong }])).toThrow(
      new RegExp(`^createProxy: ${name} `),
    )
  })

  it('a missing base URL and key, and names both', () => {
    expect(() => Reflect.apply(createProxy, null, [{ callerOf: () => null }])).toThrow(
      'createProxy: baseUrl is required (is its environment variable set?); apiKey is required (is its',
    )
  })

  it('seconds for keyLifetime, and names the unit', () => {
    expect(() => createProxy({ ...right, keyLifetime: 3600 })).toThrow(
      'createProxy: keyLifetime must be a whole number of milliseconds, at least 60000',
    )
  })

  it('an option that only a client has, and names its own', () => {
    const options = { ...right, maxRetries: 1 }
    expect(() => createProxy(options)).toThrow(
      'createProxy: maxRetries is not an option: pass only baseUrl, apiKey, callerOf, ',
    )
  })

  it('nothing that a mock server returns for a client', async () => {
    const proxy = createProxy({ ...createMockServer().connect(), callerOf: () => 'ada' })
    expect((await proxy(new Request(`${origin}/screening/v1/entities`))).status).toBe(200)
  })

  it('none of its own options', () => {
    const all: Required<ProxyOptions> = {
      ...right,
      basePath: '/screening',
      origins: [],
      timeout: 1000,
      maxBodyBytes: 1000,
      store: { claim: async () => null, finish: async () => {} },
      maxBytes: 1000,
      keyLifetime: 60_000,
      fetch,
      onError: () => {},
    }
    expect(createProxy(all)).toBeTypeOf('function')
  })
})
