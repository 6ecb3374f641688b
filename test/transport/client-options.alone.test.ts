import { type ClientOptions, EntityScreening, InputValidationError } from 'entity-screening-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answering, apiKey, respondingWith } from '../answering.ts'
import { byRequest } from '../by-request.ts'
import { failureOf } from '../failure-of.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const good = { apiKey: 'key', baseUrl: 'https://screening.example' }

describe('options that are wrong are named', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no key', { baseUrl: good.baseUrl }, 'apiKey'],
    ['no address', { apiKey: 'key' }, 'baseUrl'],
    ['a relative address', { ...good, baseUrl: 'api' }, 'baseUrl'],
    ['an address without a scheme', { ...good, baseUrl: '//x.example/api' }, 'baseUrl'],
    ['a path that leads to another host', { ...good, baseUrl: '/\\x.example' }, 'baseUrl'],
    ['a count in place of waits', { ...good, retry: 3 }, 'retry'],
    ['a number in place of a header', { ...good, headers: { a: 1 } }, 'headers'],
    ['another scheme', { ...good, baseUrl: 'ftp://x.example' }, 'baseUrl'],
    ['a password in the address', { ...good, baseUrl: 'https://a:b@x.example' }, 'baseUrl'],
    ['a query in the address', { ...good, baseUrl: 'https://x.example/?a=1' }, 'baseUrl'],
    ['a negative timeout', { ...good, timeout: -1 }, 'timeout'],
    ['NaN', { ...good, totalTimeout: Number.NaN }, 'totalTimeout'],
    ['a broken count', { ...good, maxRetries: 1.5 }, 'maxRetries'],
    ['a mode nobody knows', { ...good, validation: 'loose' }, 'validation'],
    ['a misspelled option', { ...good, apikey: 'key' }, 'apikey'],
    ['a fetch that is none', { ...good, fetch: 'fetch' }, 'fetch'],
    ['a key among the headers', { ...good, headers: { AUTHORIZATION: 'x' } }, 'headers'],
    ['a header that cannot be sent', { ...good, headers: { 'a b': 'c' } }, 'headers'],
    ['a Headers object', { ...good, headers: new Headers({ a: 'b' }) }, 'headers'],
    ['a hook that is none', { ...good, hooks: { beforeRequest: 5 } }, 'hooks.beforeRequest'],
    ['a hook that does not exist', { ...good, hooks: { before: () => {} } }, 'hooks.before'],
    ['a logger without methods', { ...good, logger: {} }, 'logger'],
    ['an endless timeout', { ...good, timeout: Number.POSITIVE_INFINITY }, 'timeout'],
    ['fewer retries than none', { ...good, maxRetries: -1 }, 'maxRetries'],
    ['a key that is too long', { ...good, apiKey: 'k'.repeat(4097) }, 'apiKey'],
    ['no room for any answer', { ...good, maxResponseBytes: 0 }, 'maxResponseBytes'],
    ['half a byte', { ...good, maxResponseBytes: 1.5 }, 'maxResponseBytes'],
    ['an endless answer', { ...good, maxResponseBytes: Number.POSITIVE_INFINITY }, 'maxResponseBytes'],
  ])('%s', (_, options, field) => {
    const create = () => new EntityScreening(options as ClientOptions)
    expect(create).toThrow(InputValidationError)
    expect(create).toThrow(new RegExp(`^EntityScreening: ${field} `))
  })
})

it.each<[string, object]>([
  ['timeout', { timeout: 0 }],
  ['timeout', { timeout: -5 }],
  ['totalTimeout', { totalTimeout: 0 }],
  ['maxResponseBytes', { maxResponseBytes: 0 }],
  ['retry.maxDelay', { retry: { maxDelay: 0 } }],
  ['retry.maxRetryAfter', { retry: { maxRetryAfter: -5 } }],
])('%s below the least is told what it must be', (field, options) => {
  const create = () => new EntityScreening({ ...good, ...options })
  expect(create).toThrow(new RegExp(`^EntityScreening: ${field} must be a .*number of \\w+ above 0`))
})

it.each([null, 'sk-a-bare-key', 7, []])('%j is no object of options', given => {
  const create = () => new EntityScreening(given as never)
  expect(create).toThrow(InputValidationError)
  expect(create).toThrow(/^EntityScreening: the input must be an object of options$/)
  expect(() => new EntityScreening(good).withOptions(given as never)).toThrow(InputValidationError)
})

it('all options that are wrong are named at once', () => {
  const create = () => new EntityScreening({ timeout: -1 })
  expect(create).toThrow(/timeout must.*; apiKey is required.*; baseUrl is required/)
})

it.each<[string, object]>([
  ['a signal that is none', { signal: {} }],
  ['a header that cannot be sent', { headers: { x: 'a\nb' } }],
  ['a timeout that no timer can hold', { timeout: 1e12 }],
  ['a retry that is no count', { maxRetries: 'x' }],
])('a call with %s is refused before any request', async (_, options) => {
  const { client, sent } = answering([])
  await expect(client.entities.list(options)).rejects.toBeInstanceOf(InputValidationError)
  expect(sent).toEqual([])
})

it('a fetch that answers no response is told so', async () => {
  const fetch = async () => undefined as unknown as Response
  const client = new EntityScreening({ ...good, fetch, maxRetries: 2 })
  await expect(client.entities.list()).rejects.toMatchObject({
    cause: { message: 'the option fetch must return a Response' },
  })
})

it('key and address may come from the environment', async () => {
  vi.stubEnv('ENTITY_SCREENING_API_KEY', 'key-of-the-environment')
  vi.stubEnv('ENTITY_SCREENING_BASE_URL', 'https://environment.example/base/')
  const seen: Request[] = []
  const client = new EntityScreening({
    fetch: byRequest(async request => {
      seen.push(request)
      return new Response('[]')
    }),
  })
  await client.entities.list()
  expect(seen[0]?.url).toBe('https://environment.example/base/v1/entities')
  expect(seen[0]?.headers.get('authorization')).toBe('Bearer key-of-the-environment')
})

describe('in a browser', () => {
  it('a key is refused, unless that is allowed', () => {
    vi.stubGlobal('window', { document: {} })
    expect(() => new EntityScreening(good)).toThrow(
      /apiKey must be null in a browser.*in a test.*createHandlers.*dangerouslyAllowBrowser: true/,
    )
    expect(() => new EntityScreening({ ...good, apiKey: null })).not.toThrow()
    expect(() => new EntityScreening({ ...good, dangerouslyAllowBrowser: true })).not.toThrow()
  })

  it.each([
    ['/screening', 'https://app.example/screening/v1/entities'],
    ['/screening/', 'https://app.example/screening/v1/entities'],
    ['/', 'https://app.example/v1/entities'],
  ])('the address may be the path %s on the same origin', async (baseUrl, url) => {
    vi.stubGlobal('location', new URL('https://app.example/page'))
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('[]'))
    await new EntityScreening({ apiKey: null, baseUrl, fetch }).entities.list()
    expect(fetch.mock.calls[0]?.[0]).toBe(url)
  })
})

describe('while a page is rendered on a server', () => {
  it('a client with a path can be made and derived', () => {
    const client = new EntityScreening({ apiKey: null, baseUrl: '/screening/' }).withOptions({ timeout: 5 })
    expect(client.baseUrl).toBe('/screening')
  })

  it.each<[string, (client: EntityScreening) => Promise<unknown>]>([
    ['entities.list', client => client.entities.list()],
    ['entities.stream', client => client.entities.stream()[Symbol.asyncIterator]().next()],
    ['entities.create', client => client.entities.create({ type: 'person', name: 'A' })],
  ])('a request of %s is refused that nothing can resolve', async (methodName, call) => {
    const fetch = vi.fn()
    const failure = await failureOf(call(new EntityScreening({ apiKey: null, baseUrl: '/screening', fetch })))
    expect(failure).toMatchObject({
      name: 'InputValidationError',
      outcome: 'not_done',
      issues: [{ path: ['baseUrl'] }],
      message: `${methodName}: baseUrl is a path, which only a page can resolve: set an absolute URL for requests made here`,
    })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('the same client sends once there is a page', async () => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('[]'))
    const client = new EntityScreening({ apiKey: null, baseUrl: '/screening', fetch })
    vi.stubGlobal('location', new URL('file:///home/page.html'))
    await expect(client.entities.list()).rejects.toThrow('baseUrl is a path')
    vi.stubGlobal('location', new URL('https://app.example/page'))
    await client.entities.list()
    expect(fetch.mock.calls[0]?.[0]).toBe('https://app.example/screening/v1/entities')
  })
})

describe('a connection that fails in a page', () => {
  it.each([
    // Only Node names a code, so the page is simulated in a test.
    ['ECONNREFUSED', '/api/screening', ': is a handler or proxy mounted at /api/screening?'],
    ['fetch failed', '/api/screening', ''],
    ['ECONNREFUSED', 'http://127.0.0.1:3000', ''],
  ])('with %s at %s', async (reason, baseUrl, question) => {
    vi.stubGlobal('location', new URL('http://localhost/'))
    const cause =
      reason === 'ECONNREFUSED' ? Object.assign(new Error('connect'), { code: reason }) : undefined
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
    const client = new EntityScreening({ apiKey: null, baseUrl, fetch, maxRetries: 0 })
    const problem = `no response from ${baseUrl.replace('http://', '')}, the connection failed (${reason})`
    await expect(client.entities.list()).rejects.toMatchObject({
      message: `entities.list: ${problem}${question}`,
    })
  })
})

describe('User-Agent', () => {
  const userAgentOf = async (options: ClientOptions = {}, callOptions = {}) => {
    const { client, sent } = answering([], {}, options)
    await client.entities.list(callOptions)
    return sent[0]?.headers.get('user-agent')
  }

  it('is the name and version of the package, unless it is given', async () => {
    expect(await userAgentOf()).toMatch(/^entity-screening-sdk\/\d+\.\d+\.\d+/)
    expect(await userAgentOf({ headers: { 'User-Agent': 'mine/1' } })).toBe('mine/1')
    expect(await userAgentOf({}, { headers: { 'USER-AGENT': 'mine/2' } })).toBe('mine/2')
  })

  it('is left to a browser, and to what is no server', async () => {
    vi.stubGlobal('window', { document: {} })
    expect(await userAgentOf({ dangerouslyAllowBrowser: true })).toBeNull()
    vi.unstubAllGlobals()
    vi.stubGlobal('process', { env: {}, versions: {} })
    expect(await userAgentOf()).toBeNull()
  })
})

describe('maxRetries', () => {
  const attemptsOf = async (options: ClientOptions, callOptions = {}) => {
    const { client, sent } = answering('{}', { status: 503 })
    await failureOf(client.withOptions({ maxRetries: 3 }).withOptions(options).entities.list(callOptions))
    return sent.length
  }
  const retry = { maxDelay: 1 }

  it('is independent of how long the waits are', async () => {
    expect(await attemptsOf({ retry })).toBe(4)
    expect(await attemptsOf({ retry, maxRetries: 1 })).toBe(2)
    expect(await attemptsOf({}, { retry })).toBe(4)
    expect(await attemptsOf({ retry }, { maxRetries: 0 })).toBe(1)
  })
})

it('headers of the client and of the call are sent, the latter over the former', async () => {
  const { client, sent } = answering([], {}, { headers: { 'x-a': '1', 'x-b': '1' } })
  await client.entities.list({ headers: { 'x-b': '2' } })
  expect([sent[0]?.headers.get('x-a'), sent[0]?.headers.get('x-b')]).toEqual(['1', '2'])
})

it('the global fetch is looked up at each call, so that mocks may start later', async () => {
  const client = new EntityScreening(good)
  vi.stubGlobal('fetch', async () => new Response('[]'))
  expect(await client.entities.list()).toEqual([])
})

it('the global fetch is read before a call returns, so that a mock that ends later does not let it through', async () => {
  const client = new EntityScreening(good)
  const bypassed = vi.fn(async () => Response.json([{}]))
  vi.stubGlobal('fetch', async () => new Response('[]'))
  const listed = client.entities.list()
  vi.stubGlobal('fetch', bypassed)
  expect(await listed).toEqual([])
  expect(bypassed).not.toHaveBeenCalled()
})

describe('a call', () => {
  it('asResponse() answers the response with its body unread', async () => {
    const { client } = answering([], { headers: { 'x-request-id': 'r1' } })
    const response = await client.entities.list().asResponse()
    expect(response.headers.get('x-request-id')).toBe('r1')
    expect(await response.json()).toEqual([])
  })

  it('withResponse() answers data, response, raw body and quirks of one request', async () => {
    const { client, sent } = answering([])
    const call = client.entities.list()
    const [whole, data] = await Promise.all([call.withResponse(), call])
    expect(whole).toMatchObject({ data: [], raw: [], quirks: [] })
    expect(whole.response.status).toBe(200)
    expect(data).toBe(whole.data)
    expect(sent).toHaveLength(1)
  })

  it('is a promise: then, catch and finally', async () => {
    const { client } = answering([])
    let done = false
    const list = await client.entities.list().finally(() => {
      done = true
    })
    expect([list, done]).toEqual([[], true])
    expect(await client.entities.network('').catch(() => 'caught')).toBe('caught')
    expect(await Promise.all([client.entities.list()])).toEqual([[]])
  })
})

describe('the service index', () => {
  it('is looked for at /v1, then at /', async () => {
    const { client, sent } = respondingWith((_, request) =>
      request.url.endsWith('/v1')
        ? new Response('{}', { status: 404 })
        : new Response('{"success":true,"version":"v1"}'),
    )
    expect(await client.service.index()).toMatchObject({ version: 'v1' })
    expect(sent.map(({ path }) => path)).toEqual(['/v1', '/'])
  })
})

describe('health', () => {
  it.each([
    [
      '{"success":true,"status":"ok","version":"v1","timestamp":"t"}',
      { success: true, status: 'ok', version: 'v1' },
    ],
    ['OK', { success: true, status: 'OK', version: null }],
    ['', { success: true, status: null }],
    ['{"success":false,"status":"down"}', { success: false, status: 'down' }],
    ['{"status":"error","message":"down"}', { status: 'error', unknownFields: { message: 'down' } }],
    ['{"status":"degraded","db":false}', { success: true, status: 'degraded', unknownFields: { db: false } }],
  ])('reads %j', async (body, health) => {
    const { client } = answering(body)
    expect(await client.service.health()).toMatchObject(health)
  })
})

describe('logging', () => {
  it('tells drift from warn on, answers from info on, tries from debug on', async () => {
    const lines: string[] = []
    const logger = {
      error: () => {},
      warn: (line: string) => void lines.push(`warn ${line}`),
      info: (line: string) => void lines.push(`info ${line.replace(/\d+ ms/, 'n ms')}`),
      debug: (line: string) => void lines.push(`debug ${line}`),
    }
    const { client } = answering([{}], {}, { logger, logLevel: 'debug' })
    await client.entities.list()
    expect(lines[0]).toBe(
      'debug entity-screening entities.list GET https://screening.example/v1/entities (attempt 1)',
    )
    expect(lines[1]).toBe(
      'info entity-screening entities.list GET https://screening.example/v1/entities → 200 (n ms)',
    )
    expect(lines[2]).toMatch(
      /^warn entity-screening entities.list: the response differs from the specification: \[0\]\.id is required/,
    )
    expect(lines).toHaveLength(3)
  })
})

describe('with()', () => {
  it('gives a client that keeps key, address, headers, hooks and fetch', async () => {
    const tries: number[] = []
    const { client, sent } = answering(
      [],
      {},
      { headers: { 'x-a': '1' }, hooks: { beforeRequest: ({ attempt }) => void tries.push(attempt) } },
    )
    const derived = client.withOptions({ timeout: 5000 })
    await derived.entities.list()
    expect(derived).not.toBe(client)
    expect(derived.baseUrl).toBe(client.baseUrl)
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
    expect(sent[0]?.headers.get('x-a')).toBe('1')
    expect(tries).toEqual([1])
  })

  it('keeps what came from the environment', async () => {
    vi.stubEnv('ENTITY_SCREENING_API_KEY', 'key-of-the-environment')
    vi.stubEnv('ENTITY_SCREENING_BASE_URL', 'https://environment.example')
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('[]'))
    const client = new EntityScreening({ fetch })
    vi.unstubAllEnvs()
    await client.withOptions({ maxRetries: 0 }).entities.list()
    expect(fetch.mock.calls[0]?.[0]).toBe('https://environment.example/v1/entities')
    expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({
      authorization: 'Bearer key-of-the-environment',
    })
  })

  it('adds headers to those there are, whatever their case, and changes nothing of the first client', async () => {
    const { client, sent } = answering([], {}, { headers: { 'X-Tenant': 'a', 'x-kept': 'yes' } })
    await client.withOptions({ headers: { 'x-tenant': 'b', 'X-More': 'c' } }).entities.list()
    await client.entities.list()
    const shown = sent.map(({ headers }) => ['x-tenant', 'x-kept', 'x-more'].map(name => headers.get(name)))
    expect(shown).toEqual([
      ['b', 'yes', 'c'],
      ['a', 'yes', null],
    ])
  })

  it('takes undefined for no change', async () => {
    const { client, sent } = answering([7], {}, { validation: 'strict', headers: { 'x-a': '1' } })
    const derived = client.withOptions({ validation: undefined, headers: undefined, apiKey: undefined })
    await expect(derived.entities.list()).rejects.toMatchObject({ name: 'ResponseValidationError' })
    expect(sent[0]?.headers.get('x-a')).toBe('1')
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
  })

  it('takes another key, or none', async () => {
    const { client, sent } = answering([])
    await client.withOptions({ apiKey: 'another-key' }).entities.list()
    await client.withOptions({ apiKey: null }).entities.list()
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer another-key', null])
  })

  it('names each option that is wrong, and leaves the first client as it was', async () => {
    const { client, sent } = answering([])
    const derive = () => client.withOptions({ timeout: -1, retries: 2, headers: 'x' } as object)
    expect(derive).toThrow(InputValidationError)
    expect(derive).toThrow(/timeout must.*retries is not a field here.*headers must/)
    await client.entities.list()
    expect(sent).toHaveLength(1)
  })
})

describe('an address that is a URL', () => {
  it('counts as its text at the moment of the call, and may be changed later', () => {
    const address = new URL('https://screening.example/api/')
    const client = new EntityScreening({ apiKey: 'key', baseUrl: address })
    address.pathname = '/other'
    expect(client.baseUrl).toBe('https://screening.example/api')
    expect(client.withOptions({ baseUrl: address }).baseUrl).toBe('https://screening.example/other')
  })

  it('is held to the same rules as a text', () => {
    const create = () => new EntityScreening({ apiKey: 'key', baseUrl: new URL('ftp://screening.example') })
    expect(create).toThrow(/baseUrl must be an absolute http or https URL/)
  })
})
