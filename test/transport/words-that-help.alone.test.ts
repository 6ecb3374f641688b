import { type ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it, vi } from 'vitest'
import { operations } from '../../src/contract/operations.ts'
import { answering, apiKey, baseUrl } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

/** What a caller without types may write. */
const hostile = (value: unknown): never => value as never

describe('what is not a field says which fields there are', () => {
  it.each([
    [
      { baseURL: baseUrl },
      'baseURL is not a field here: there are timeout, maxRetries, retry, headers, fetchOptions, onQuirk, apiKey, baseUrl, totalTimeout, wait, maxResponseBytes, fetch, hooks, logger, logLevel, validation, knownFields, ignoreResponseFields, searchCountryFormat, dangerouslyAllowBrowser',
    ],
    [
      { hooks: { beforeRequests() {} } },
      'hooks.beforeRequests is not a field here: there are beforeRequest, afterResponse, afterFailure, afterCall',
    ],
    [{ retry: { x: 1 } }, 'retry.x is not a field here: there are maxDelay, maxRetryAfter'],
    [{ wait: { interval: 5 } }, 'wait.interval is not a field here: there are every, timeout'],
  ])('in the options of a client: %j', (options, sentence) => {
    const create = () => new EntityScreening(hostile({ apiKey, baseUrl, ...options }))
    expect(create).toThrow(new RegExp(`^EntityScreening: ${sentence.replace(/[.()?]/g, '\\$&')}$`))
  })

  it.each<[string, (client: EntityScreening) => Promise<unknown>]>([
    [
      'entities.create: country is not a field here: there are type, name, registration, countryCode',
      client => client.entities.create(hostile({ type: 'organization', name: 'Acme Ltd', country: 'DE' })),
    ],
    [
      // A field of the other type.
      'entities.create: registration is not a field here: there are type, firstName, lastName, name, birthDate, nationalId, countryCode',
      client =>
        client.entities.create(hostile({ type: 'person', name: 'Ilse Brandt', registration: 'HRB 7' })),
    ],
    [
      'entities.create: tags is not a field here: entities.createBulk has it; birthDate is not a field here: there are type, name, registration, countryCode',
      client =>
        client.entities.create(
          hostile({ type: 'organization', name: 'Acme Ltd', tags: ['a'], birthDate: '1961-04-09' }),
        ),
    ],
    [
      'search.persons: industry is not a field here: search.organizations has it',
      client => client.search.persons(hostile({ fullName: 'Ilse Brandt', industry: 'Wind power' })),
    ],
    [
      'entities.createBulk: rows[0].lastName is required and must be a string; rows[0].lastname is not a field here: there are countryCode, tags, type, firstName, lastName, name, birthDate, nationalId, nationality',
      client =>
        client.entities.createBulk(
          hostile([{ type: 'person', firstName: 'Ilse', lastname: 'Brandt', countryCode: 'DE' }]),
        ),
    ],
    [
      'search.organizations: name is not a field here: search.persons has it',
      client => client.search.organizations(hostile({ companyName: 'Acme', name: 'Acme' })),
    ],
    [
      'entities.list: timeOut is not a field here: there are timeout, maxRetries, retry, headers, fetchOptions, onQuirk, signal, beforeSend, idempotencyKey',
      client => client.entities.list(hostile({ timeOut: 5 })),
    ],
    [
      'entities.waitFor: interval is not a field here: there are every, timeout, signal',
      client => client.entities.waitFor('e1', () => true, hostile({ interval: 5 })),
    ],
  ])('in a call: %s', async (sentence, call) => {
    const { client, sent } = answering([])
    expect(await failureOf(call(client))).toMatchObject({ name: 'InputValidationError', message: sentence })
    expect(sent).toEqual([])
  })

  it('in the options of the mock server, its faults and teams', () => {
    const server = createMockServer()
    expect(() => createMockServer(hostile({ clokc: 'real' }))).toThrow(
      'createMockServer: clokc is not a field here (did you mean clock?)',
    )
    expect(() => server.faults.add(hostile({ operaton: 'listEntities', status: 500 }))).toThrow(
      'operaton is not a field here (did you mean operation?)',
    )
    expect(() => server.teams.create(hostile({ limit: 5 }))).toThrow(
      'limit is not a field here (did you mean entityLimit?)',
    )
  })
})

describe('an object that is not the options of a client', () => {
  const unknownOptions = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field ${index}`, 1]))

  it.each<[string, (options: never) => unknown]>([
    ['a client', options => new EntityScreening(options)],
    ['a derived client', options => answering([]).client.withOptions(options)],
  ])('is refused by %s with the options of a mock server', (_, create) => {
    const server = createMockServer()
    const message = 'EntityScreening: the input must be options: pass server.connect()'
    expect(() => create(hostile(server))).toThrow(expect.objectContaining({ message }))
    expect(() => create(hostile(server.connect()))).not.toThrow()
  })

  it('with many unknown fields is refused by the first five and their number', () => {
    const create = () => new EntityScreening(hostile({ apiKey, baseUrl, ...unknownOptions(48) }))
    const message =
      'EntityScreening: the input must be options, and these are not: "field 0", "field 1", "field 2", "field 3", "field 4", and 43 more'
    expect(create).toThrow(expect.objectContaining({ message }))
  })

  it('with five unknown fields is refused by each of them, and undefined fields do not count', () => {
    const options = { apiKey, baseUrl, ...unknownOptions(5), other: undefined }
    expect(() => new EntityScreening(hostile(options))).toThrow(
      expect.objectContaining({
        issues: Object.keys(unknownOptions(5)).map(name => expect.objectContaining({ path: [name] })),
      }),
    )
  })
})

describe('an address that is nearly right is told what is wrong with it', () => {
  const absolute = 'must be an absolute http or https URL, or in a page a path'
  it.each([
    ['localhost:4010', `${absolute} (did you mean http://localhost:4010?)`],
    ['127.0.0.1:4010', `${absolute} (did you mean http://127.0.0.1:4010?)`],
    ['screening.example', `${absolute} (did you mean https://screening.example?)`],
    // It could be a key that was given in the wrong place.
    ['sk-some-key', absolute],
    ['eyJhbGciOi.eyJzdWIiOi.SflKxwRJ', absolute],
    ['ftp://screening.example', absolute],
    ['//screening.example', absolute],
    [
      'https://somebody@screening.example',
      'must not hold a user name or password: the key is the option apiKey',
    ],
    ['https://screening.example/?', 'must not hold a query or fragment: remove what follows ? or #'],
    ['http://localhost/v1', 'must end before the /v1 of the paths: remove /v1'],
    ['https://screening.example/api/v1/', 'must end before the /v1 of the paths: remove /v1'],
    ['/screening/v1', 'must end before the /v1 of the paths: remove /v1'],
    ['/screening/v1/entities/', 'must end before the /v1/entities of the paths: remove /v1/entities'],
    ['/v1/gateway/v1/health', 'must end before the /v1/health of the paths: remove /v1/health'],
  ])('%s', (address, problem) => {
    const create = () => new EntityScreening({ apiKey: null, baseUrl: address })
    expect(create).toThrow(expect.objectContaining({ message: `EntityScreening: baseUrl ${problem}` }))
  })

  it.each(Object.values(operations).filter(({ path }) => path !== '/v1'))(
    'the path of an operation: $path',
    ({ path }) => {
      const create = () =>
        new EntityScreening({ apiKey: null, baseUrl: baseUrl + path.replace('{id}', 'e1') })
      expect(create).toThrow(/baseUrl must end before the (\S+) of the paths: remove \1$/)
    },
  )

  it.each([
    ...['https://gateway.example/v10', 'https://v1.example/api', '/screening', '/v1/screening'],
    ...['https://gateway.example/v1/entities-gateway', '/api/searches', '/entities'],
  ])('%s is right', address => {
    expect(new EntityScreening({ apiKey: null, baseUrl: address }).baseUrl).toBe(address)
  })
})

describe('a key that is nearly right is told what is wrong with it', () => {
  it.each<[key: string, problem: string]>([
    [`Bearer ${apiKey}`, 'must be the key alone: remove "Bearer", which the client adds'],
    [`${apiKey}\n`, 'must not hold a space or line break: trim() removes those around the key'],
    [`${apiKey} and more`, 'must not hold a space or line break: trim() removes those around the key'],
    [`${apiKey}é`, 'must consist of visible ASCII characters'],
    ...[`'${apiKey}'`, `"${apiKey}"`, `"${apiKey}`, `\`${apiKey}\``].map((key): [string, string] => [
      key,
      'must be the key alone: remove the quotation marks around it',
    ]),
    ['', 'must be a string of 1 to 4096 visible ASCII characters'],
  ])('%j', (key, problem) => {
    const create = () => new EntityScreening({ apiKey: key, baseUrl })
    expect(create).toThrow(expect.objectContaining({ message: `EntityScreening: apiKey ${problem}` }))
  })

  it('but may begin like the word', () => {
    expect(() => new EntityScreening({ apiKey: 'bearer-of-keys', baseUrl })).not.toThrow()
  })
})

describe('an input of another kind is told what to write', () => {
  const ilse = { type: 'person', name: 'Ilse Brandt' }
  it.each<[string, (client: EntityScreening) => Promise<unknown>]>([
    [
      'entities.create: the input must not be a list: entities.createBulk takes one',
      client => client.entities.create(hostile([ilse])),
    ],
    [
      'entities.create: birthDate must be a string such as 1973-05-21, not a Date, whose day depends on the time zone',
      client => client.entities.create(hostile({ ...ilse, birthDate: new Date(0) })),
    ],
    [
      'entities.createBulk: rows[0].birthDate must be a string such as 1973-05-21, not a Date, whose day depends on the time zone',
      client =>
        client.entities.createBulk(
          hostile([
            { ...ilse, firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE', birthDate: new Date(0) },
          ]),
        ),
    ],
  ])('%s', async (sentence, call) => {
    const { client, sent } = answering([])
    expect(await failureOf(call(client))).toMatchObject({ name: 'InputValidationError', message: sentence })
    expect(sent).toEqual([])
  })
})

describe('a time limit is named', () => {
  const hanging = { fetch: () => new Promise<Response>(() => {}), apiKey, baseUrl, maxRetries: 0 }
  it.each([
    ['no response within 20 ms (timeout)', { timeout: 20 }],
    ['no response within 20 ms (totalTimeout)', { totalTimeout: 20 }],
    ['no response within 20 ms (timeout)', { timeout: 20, totalTimeout: 60_000 }],
  ])('%s', async (problem, limits) => {
    const client = new EntityScreening({ ...hanging, ...limits })
    const failure = await failureOf(client.service.health())
    expect(failure).toMatchObject({ code: 'timeout', message: `service.health: ${problem}` })
  })

  it('only if it is one of the client', async () => {
    const fetch = () => Promise.reject(new DOMException('by the proxy', 'TimeoutError'))
    const client = new EntityScreening({ ...hanging, fetch })
    const failure = await failureOf(client.service.health())
    expect(failure).toMatchObject({ code: 'timeout', message: 'service.health: no response in time' })
  })
})

describe('a body of something else than the service asks for baseUrl, and names it with its path', () => {
  const html = { 'content-type': 'text/html' }
  it.each([
    ['https://screening.example', 404, '', {}, 'it is empty', 'screening.example'],
    ['https://gateway.example/api/screening/', 404, 'no', html, 'text/html', 'gateway.example/api/screening'],
    ['https://gateway.example/api/screening', 502, 'no', html, 'text/html', 'gateway.example/api/screening'],
    ['http://127.0.0.1:4010/api', 503, '', {}, 'it is empty', '127.0.0.1:4010/api'],
  ])('%s, %i', async (baseUrl, status, body, headers, content, place) => {
    const fetch = async () => new Response(body, { status, headers: { 'content-type': '', ...headers } })
    const client = new EntityScreening({ apiKey, baseUrl, fetch, maxRetries: 0 })
    expect(await failureOf(client.entities.list())).toMatchObject({
      message: `entities.list: ${status} with a body that is not the service's (${content}): check baseUrl (${place}), and that the service, mock or proxy runs`,
    })
  })
})

it('a lost connection names the path of baseUrl', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed'))
  const client = new EntityScreening({ apiKey, baseUrl: 'https://a.example/b', fetch, maxRetries: 0 })
  expect(String(await failureOf(client.service.health()))).toContain('no response from a.example/b, the')
})

it('https to a port of http is named', async () => {
  const { url, close } = await startServer(createMockServer(), { port: 0 })
  const client = new EntityScreening({ apiKey, baseUrl: url.replace('http:', 'https:'), maxRetries: 0 })
  const failure = await failureOf(client.service.health())
  await close()
  expect(String(failure)).toMatch(/\(ERR_SSL_WRONG_VERSION_NUMBER\): the port does not speak https$/)
})

describe('an environment variable', () => {
  /** Creates a client. Returns the variables that it read. */
  function variablesRead(options: ClientOptions): string[] {
    const read: string[] = []
    const env = new Proxy(process.env, {
      get: (target, name) => {
        read.push(String(name))
        return Reflect.get(target, name)
      },
    })
    vi.stubGlobal('process', { ...process, env })
    try {
      new EntityScreening(options)
    } finally {
      vi.unstubAllGlobals()
    }
    return read.filter(name => name.startsWith('ENTITY_SCREENING'))
  }

  it('is not read if its option is there', () => {
    expect(variablesRead({ apiKey: null, baseUrl })).toEqual([])
  })

  it('is read if its option is missing', () => {
    vi.stubEnv('ENTITY_SCREENING_API_KEY', apiKey)
    expect(variablesRead({ baseUrl })).toEqual(['ENTITY_SCREENING_API_KEY'])
    vi.unstubAllEnvs()
  })
})
