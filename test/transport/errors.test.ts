import { readdirSync } from 'node:fs'
import {
  AbortedError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  EntityScreeningError,
  InputValidationError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ResponseValidationError,
  ServerError,
  TimeoutError,
} from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering, respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const error = (statusCode: number, text = 'a sentence') => ({ statusCode, success: false, error: text })

describe('a status becomes a class', () => {
  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ApiError],
    [413, ApiError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ])('%i', async (status, expected) => {
    const { client } = answering(error(status), { status })
    const failure = await failureOf(client.entities.list())
    expect(failure).toBeInstanceOf(expected)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      name: expected.name,
      status,
      operation: 'listEntities',
      reason: 'a sentence',
      body: error(status),
      message: `entities.list: ${status} a sentence`,
    })
  })
})

describe('PermissionDeniedError', () => {
  it.each([
    ["The team's entity limit of 5 is reached.", true],
    ['Maximum number of entities reached', true],
    ['Entity quota exceeded', true],
    ['Rate limit exceeded', false],
    ['Entity limit exceeded', true],
    ['Your plan does not include this.', false],
  ])('%s → isEntityLimit %s', async (text, isEntityLimit) => {
    const { client } = answering(error(403, text), { status: 403 })
    expect(await failureOf(client.entities.list())).toMatchObject({ isEntityLimit })
  })
})

describe('retryAfter', () => {
  const retryAfterOf = async (header: string | undefined, status: number) => {
    const headers = header === undefined ? {} : { 'retry-after': header }
    const { client } = answering(error(status), { status, headers })
    const failure = await failureOf(client.entities.list())
    return ApiError.is(failure) ? failure.retryAfter : failure
  }
  const dateIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toUTCString()

  it.each([
    ['7', 7000],
    [' 0.5 ', 500],
    ['0', 0],
    ['86400', 86_400_000],
    [dateIn(-60_000), 0],
    ['-5', null],
    ['soon', null],
    ['in 7 days', null],
    ['NaN', null],
    ['Infinity', null],
    ['3, 60', 60_000],
    ['60,3', 60_000],
    ['soon, 5', 5000],
    ['soon, later', null],
    [`1, ${dateIn(-60_000)}, 2`, 2000],
    ['9'.repeat(400), null],
    ['99:99', null],
    ['', null],
    [undefined, null],
  ])('of the header %j is %j', async (header, expected) => {
    for (const status of [429, 503]) expect(await retryAfterOf(header, status)).toBe(expected)
  })

  it('of several values is the longest, where fetch has joined their headers', async () => {
    const headers: [string, string][] = [
      ['retry-after', '5'],
      ['retry-after', dateIn(3_600_000)],
      ['retry-after', '60'],
    ]
    const { client } = answering(error(429), { status: 429, headers })
    const failure = await failureOf(client.entities.list())
    expect(RateLimitError.is(failure) && failure.retryAfter).toBeGreaterThan(3_500_000)
  })

  it('of a date is the time until then', async () => {
    const milliseconds = await retryAfterOf(dateIn(3_600_000), 503)
    expect(milliseconds).toBeGreaterThan(3_500_000)
    expect(milliseconds).toBeLessThanOrEqual(3_600_000)
  })
})

describe('ApiError for a body that is not the service’s', () => {
  it.each([
    ["a proxy's HTML", 502, '<html>Bad Gateway</html>', 'text/html', ServerError],
    ['an empty body', 403, '', 'text/plain', PermissionDeniedError],
    ['broken JSON', 500, '{"statusCode":500', 'application/json', ServerError],
    ['JSON of another shape', 404, '["no"]', 'application/json', NotFoundError],
  ])('%s', async (_, status, body, type, expected) => {
    const { client } = answering(body, { status, headers: { 'content-type': type } })
    const failure = await failureOf(client.entities.list())
    expect(failure).toBeInstanceOf(expected)
    expect(failure).toMatchObject({ status, reason: null })
  })

  it('a redirect is refused, for the key would go with it', async () => {
    const { client, sent } = answering('', {
      status: 307,
      headers: { location: 'https://elsewhere.example/' },
    })
    const failure = await failureOf(client.entities.create({ type: 'person', name: 'A' }))
    expect(failure).toMatchObject({ name: 'ApiError', status: 307 })
    expect(String(failure)).toContain('redirect')
    expect(sent).toHaveLength(1)
  })

  it('success: false under a 2xx is an error too', async () => {
    const { client } = answering(error(403, 'limit reached'), { status: 200 })
    expect(await failureOf(client.entities.list())).toMatchObject({
      name: 'PermissionDeniedError',
      status: 403,
    })
  })

  const failures = [
    { status: 'error', message: 'down' },
    { status: 'FAILED', reason: 'down' },
    { Status: 'fail', message: 'down' },
    { status: 500, message: 'down' },
    { errors: ['down'], message: 'down' },
  ]
  const calls: [string, string, (client: Client) => Promise<unknown>][] = [
    ['rescan', 'unknown', c => c.entities.rescan('e1')],
    ['create', 'unknown', c => c.entities.create({ type: 'person', name: 'A' })],
    ['list', 'not_done', c => c.entities.list()],
    ['network', 'not_done', c => c.entities.network('e1')],
    [
      'attachDocument',
      'unknown',
      c => c.entities.attachDocument('e1', { url: 'https://documents.example/a.pdf' }),
    ],
    ['search', 'not_done', c => c.search.persons({ fullName: 'A' })],
    ['index', 'not_done', c => c.service.index()],
  ]
  it.each(calls)(
    'a 2xx of %s that says nothing but that it failed is an error too: %s',
    async (_, outcome, call) => {
      for (const body of failures) {
        const failure = await failureOf(call(answering(body).client))
        expect(failure).toMatchObject({ name: 'ApiError', status: 200, reason: 'down', outcome })
      }
    },
  )

  it('of a bulk creation, the errors of rows are no failure, and a status is', async () => {
    const row = { type: 'organization', name: 'A', countryCode: 'DE' } as const
    const create = (body: unknown) => answering(body, { status: 201 }).client.entities.createBulk([row])
    expect(await create({ successCount: 0, errors: ['Row 1: no'] })).toMatchObject({ errorCount: 1 })
    expect(await failureOf(create({ errors: ['Row 1: no'] }))).toMatchObject({ outcome: 'unknown' })
    expect(await failureOf(create({ status: 'error', message: 'down' }))).toMatchObject({
      outcome: 'unknown',
    })
  })

  it.each([
    { id: 'e1', name: 'A', status: 'failed' },
    { name: 'A', caseStatus: 'ERROR', status: 'error' },
    { name: 'A', status: 'COMPLETED' },
    { success: true, data: { id: 'e1', name: 'A', status: 'failed' } },
  ])('a status beside a result is its own: %j', async body => {
    expect(await answering(body).client.entities.rescan('e1')).toMatchObject({ name: 'A' })
  })
})

describe('InputValidationError', () => {
  it.each([
    ['an unknown type', (c: Client) => c.entities.create(hostile({ type: 'vessel', name: 'A' })), ['type']],
    ['a blank name', (c: Client) => c.entities.create({ type: 'person', name: ' ' }), ['name']],
    [
      'a country nobody knows',
      (c: Client) => c.entities.create({ type: 'person', name: 'A', countryCode: 'Atlantis' }),
      ['countryCode'],
    ],
    [
      'a date that does not exist',
      (c: Client) => c.entities.create({ type: 'person', name: 'A', birthDate: '2021-02-30' }),
      ['birthDate'],
    ],
    [
      'a misspelled field',
      (c: Client) => c.entities.create(hostile({ type: 'person', name: 'A', country: 'DE' })),
      ['country'],
    ],
    [
      'a field of the other type',
      (c: Client) => c.entities.create(hostile({ type: 'organization', name: 'A', birthDate: '2001-01-01' })),
      ['birthDate'],
    ],
    ['a lone surrogate', (c: Client) => c.entities.create({ type: 'person', name: '\ud800' }), ['name']],
    ['null', (c: Client) => c.entities.create(hostile(null)), []],
    ['no rows', (c: Client) => c.entities.createBulk([]), ['rows']],
    [
      '1001 rows',
      (c: Client) =>
        c.entities.createBulk(
          Array.from(
            { length: 1001 },
            () => ({ type: 'organization', name: 'A', countryCode: 'DE' }) as const,
          ),
        ),
      ['rows'],
    ],
    [
      'a row without a country',
      (c: Client) => c.entities.createBulk(hostile([{ type: 'organization', name: 'A' }])),
      ['rows', 0, 'countryCode'],
    ],
    [
      'a tag with a comma',
      (c: Client) =>
        c.entities.createBulk([{ type: 'organization', name: 'A', countryCode: 'DE', tags: ['a,b'] }]),
      ['rows', 0, 'tags', 0],
    ],
    [
      'a person without a last name',
      (c: Client) => c.entities.createBulk(hostile([{ type: 'person', firstName: 'A', countryCode: 'DE' }])),
      ['rows', 0, 'lastName'],
    ],
    [
      'an address that is none',
      (c: Client) => c.entities.attachDocument('e', { url: 'report.pdf' }),
      ['url'],
    ],
    ['another scheme', (c: Client) => c.entities.attachDocument('e', { url: 'file:///etc/passwd' }), ['url']],
    [
      'a document type nobody knows',
      (c: Client) => c.entities.attachDocument('e', hostile({ url: 'https://a.example/', type: 'passport' })),
      ['type'],
    ],
    ['an empty id', (c: Client) => c.entities.network(''), ['id']],
    ['an id that a path resolves away', (c: Client) => c.entities.rescan('..'), ['id']],
    ['an id that is none', (c: Client) => c.entities.rescan(hostile(undefined)), ['id']],
    ['half a name', (c: Client) => c.search.persons(hostile({ firstName: 'A' })), []],
    [
      'a nationality nobody knows',
      (c: Client) => c.search.persons({ name: 'A', nationality: 'Martian' }),
      ['nationality'],
    ],
    [
      'a wait of 0 between two looks',
      (c: Client) => c.entities.waitFor('e', () => true, { every: 0 }),
      ['every'],
    ],
    ['a limit of 0', (c: Client) => c.entities.search({ limit: 0 }), ['limit']],
    ['a limit of one and a half', (c: Client) => c.entities.search({ limit: 1.5 }), ['limit']],
    ['an offset below 0', (c: Client) => c.entities.search({ offset: -1 }), ['offset']],
    ['NaN', (c: Client) => c.entities.search({ offset: Number.NaN }), ['offset']],
    ['a timeout of 0', (c: Client) => c.entities.list({ timeout: 0 }), ['timeout']],
    [
      'a key among the headers',
      (c: Client) => c.entities.list({ headers: { Authorization: 'Bearer x' } }),
      ['headers'],
    ],
  ])('%s is refused before any request', async (_, act, path) => {
    const { client, sent } = answering({ success: true, data: { id: 'e' } })
    const failure = await failureOf(act(client))
    expect(failure).toBeInstanceOf(InputValidationError)
    expect(failure).toMatchObject({ issues: [{ path, message: expect.stringMatching(/must|not a field/) }] })
    expect(sent).toEqual([])
  })

  it('counts the rows of a bulk creation before it looks at any', async () => {
    const { client, sent } = answering({})
    const rows = Array.from({ length: 100_000 }, () => ({ type: 'vessel' }))
    const failure = await failureOf(client.entities.createBulk(hostile(rows)))
    expect(failure).toMatchObject({
      code: 'row_limit',
      message: 'entities.createBulk: rows must have 1 to 1000 rows',
      issues: [{ path: ['rows'], message: 'must have 1 to 1000 rows' }],
    })
    expect(sent).toEqual([])
  })

  it('says of a country that could be two which two', async () => {
    const { client, sent } = answering({})
    const failure = await failureOf(
      client.entities.create({ type: 'organization', name: 'A', countryCode: 'Korea' }),
    )
    expect(String(failure)).toBe(
      'InputValidationError: entities.create: countryCode "Korea" could be KP or KR: give the ISO code',
    )
    expect(sent).toEqual([])
  })

  it('does not quote what names no country: it may be a name in the wrong field', async () => {
    const { client } = answering({})
    const slipped = client.entities.create({ type: 'organization', name: 'A', countryCode: 'Ivan' })
    expect(String(await failureOf(slipped))).toBe(
      'InputValidationError: entities.create: countryCode must be a country: a 2-letter or 3-letter ISO code, or a name such as Germany',
    )
  })

  it('names every field that is wrong, and quotes no value', async () => {
    const { client } = answering({})
    const failure = await failureOf(
      client.entities.create(hostile({ type: 'person', name: 7, birthDate: '4.9.1961', nationalId: '' })),
    )
    expect(String(failure)).toBe(
      'InputValidationError: entities.create: name must be a string; birthDate must be a date such as 1973-05-21; nationalId must not be blank',
    )
  })
})

type Client = ReturnType<typeof answering>['client']

/** What a JavaScript caller may pass, whatever the types say. */
function hostile(value: unknown): never {
  return value as never
}

describe('ResponseValidationError', () => {
  it.each([
    ['a list that is no array', (c: Client) => c.entities.list(), { success: true }],
    [
      'a create without an id',
      (c: Client) => c.entities.create({ type: 'person', name: 'A' }),
      { success: true, data: {} },
    ],
    ['a network without nodes', (c: Client) => c.entities.network('e'), { success: true, data: {} }],
    [
      'a bulk summary without a count',
      (c: Client) => c.entities.createBulk([{ type: 'organization', name: 'A', countryCode: 'DE' }]),
      { success: true, data: {} },
    ],
    [
      'a document without an id',
      (c: Client) => c.entities.attachDocument('e', { url: 'https://a.example/' }),
      { success: true, data: {} },
    ],
    ['a rescan without an entity', (c: Client) => c.entities.rescan('e'), { success: true, data: null }],
    [
      'a rescan of one entity that tells of another',
      (c: Client) => c.entities.rescan('e'),
      { success: true, data: { id: 'other' } },
    ],
    ['a search without results', (c: Client) => c.search.organizations({ companyName: 'A' }), {}],
    ['HTML under a 200', (c: Client) => c.entities.list(), '<html>'],
    ['an empty body', (c: Client) => c.entities.list(), ''],
    ['a truncated body', (c: Client) => c.entities.list(), '[{"id":"e1"'],
  ])('%s', async (_, act, body) => {
    const { client } = answering(body, { status: 201 })
    const failure = await failureOf(act(client))
    expect(failure).toBeInstanceOf(ResponseValidationError)
    expect(failure).toMatchObject({ status: 201, raw: body, issues: [{ message: expect.any(String) }] })
  })

  it('is not thrown for drift: what can be read is returned', async () => {
    const { client } = answering({
      success: true,
      data: { id: 7, name: ['x'], tags: 'a,b', createdAt: null },
    })
    const { data, quirks } = await client.entities.create({ type: 'person', name: 'A' }).withResponse()
    expect(data).toMatchObject({
      id: '7',
      name: '',
      tags: ['a', 'b'],
      createdAt: '',
      unknownFields: { name: ['x'] },
    })
    expect(quirks.map(quirk => quirk.path.join('.'))).toContain('data.createdAt')
    expect(quirks.filter(quirk => quirk.code === 'drift')).toContainEqual({
      code: 'drift',
      operation: 'createEntity',
      path: ['data', 'id'],
      count: 1,
      expected: 'a string',
      found: 'number',
    })
  })

  it('is thrown for every drift in strict mode, and for none of it when validation is off', async () => {
    const drifted = { success: true, data: { id: 'e', name: 5 } }
    const strict = answering(drifted, {}, { validation: 'strict' })
    const failure = await failureOf(strict.client.entities.create({ type: 'person', name: 'A' }))
    expect(failure).toBeInstanceOf(ResponseValidationError)
    const off = answering(drifted, {}, { validation: 'off' })
    const { quirks } = await off.client.entities.create({ type: 'person', name: 'A' }).withResponse()
    expect(quirks.map(quirk => quirk.code)).not.toContain('drift')
  })

  it('is not thrown in strict mode for the oddities that the specification shows', async () => {
    const node = { id: 'n', pep_json: '[]', sanctions: '[]', country: 'DE' }
    const relation = { source: 'n', target: 'n', type: 'HasRole', label: 'CEO', risk: 1 }
    const { client } = answering(
      { success: true, data: { nodes: { n: node }, relations: [relation] } },
      {},
      { validation: 'strict' },
    )
    expect((await client.entities.network('n')).nodes).toHaveLength(1)
  })
})

it('a rescan that is answered with another entity says where, and does not quote it', async () => {
  const { client } = answering({ success: true, data: { id: 'other', name: 'Nordwind GmbH' } })
  expect(String(await failureOf(client.entities.rescan('e')))).toBe(
    'ResponseValidationError: entities.rescan: the response (200) cannot be read: data.id must be the entity that was asked for',
  )
})

it('a rescan that is answered with no id at all is read as it came', async () => {
  const { client } = answering({ success: true, data: { name: 'Nordwind GmbH' } })
  expect(await client.entities.rescan('e')).toMatchObject({ id: '', name: 'Nordwind GmbH' })
})

describe('failures without an answer', () => {
  it('ConnectionError carries the system code', async () => {
    const { client } = respondingWith(() => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })
    })
    const failure = await failureOf(client.entities.list())
    expect(failure).toBeInstanceOf(ConnectionError)
    expect(failure).toMatchObject({
      code: 'no_connection',
      systemCode: 'ECONNREFUSED',
      operation: 'listEntities',
    })
  })

  it('ConnectionError is what anything else thrown by a fetch becomes', async () => {
    const { client } = respondingWith(() => {
      throw new Error('some adapter broke')
    })
    expect(await failureOf(client.entities.list())).toBeInstanceOf(ConnectionError)
  })

  it('TimeoutError ends a try that takes too long', async () => {
    const { client } = respondingWith(() => new Promise(() => {}), { timeout: 20 })
    expect(await failureOf(client.entities.list())).toBeInstanceOf(TimeoutError)
  })

  it('AbortedError ends a call when its signal does', async () => {
    const { client } = respondingWith(() => new Promise(() => {}))
    expect(await failureOf(client.entities.list({ signal: AbortSignal.timeout(20) }))).toBeInstanceOf(
      AbortedError,
    )
    const { client: other, sent } = respondingWith(() => new Promise(() => {}))
    expect(await failureOf(other.entities.list({ signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError)
    expect(sent).toEqual([])
  })
})

it('an answer that breaks off under a 2xx says which status it had', async () => {
  const body = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"success":true'))
        controller.error(new TypeError('terminated'))
      },
    })
  const { client } = respondingWith(() => new Response(body(), { status: 201 }))
  const failure = await failureOf(client.entities.create({ type: 'person', name: 'A' }))
  expect(failure).toMatchObject({
    name: 'ConnectionError',
    status: 201,
    message: 'entities.create: the response (201) broke off (terminated); the request was processed',
    outcome: 'done',
  })
})

describe('is()', () => {
  it('must be called on its class', () => {
    expect(() => [new Error('x')].filter(NotFoundError.is as never)).toThrow(TypeError)
  })

  it('knows its own class and those below it, and nothing else', async () => {
    const { client } = answering(error(404), { status: 404 })
    const failure = await failureOf(client.entities.list())
    expect([EntityScreeningError, ApiError, NotFoundError].map(kind => kind.is(failure))).toEqual([
      true,
      true,
      true,
    ])
    expect([ServerError, InputValidationError].map(kind => kind.is(failure))).toEqual([false, false])
    for (const other of [null, undefined, 'text', {}, new Error('x'), Object.create(null)]) {
      expect(EntityScreeningError.is(other)).toBe(false)
    }
  })
})

it('a message has at most 2,000 characters, and its end', async () => {
  const { client } = answering(error(500, '😀'.repeat(5000)), { status: 500 })
  const call = client.entities.create({ type: 'organization', name: 'Acme Ltd' })
  const { message, reason } = (await failureOf(call)) as ServerError
  expect(message).toMatch(/^entities.create: 500 😀+; the request may still have been processed$/u)
  expect(message.length).toBeLessThanOrEqual(2000)
  expect(message.isWellFormed()).toBe(true)
  expect(reason).toHaveLength(10_000)
})

describe('an error has the fields of its class, and nothing else of the call', () => {
  const always = ['name', 'code', 'operation', 'outcome', 'requestId']
  const ofResponse = [...always, 'status', 'headers']

  it.each<[string, string[], () => Response | Promise<Response>]>([
    [
      'PermissionDeniedError',
      [...ofResponse, 'body', 'reason', 'retryAfter', 'isEntityLimit'],
      () => Response.json(error(403), { status: 403 }),
    ],
    ['ResponseValidationError', [...ofResponse, 'raw', 'issues'], () => new Response('<p>')],
    ['ConnectionError', [...always, 'status', 'systemCode'], () => Promise.reject(new TypeError('x'))],
    ['TimeoutError', [...always, 'status'], () => new Promise(() => {})],
  ])('%s', async (name, fields, respond) => {
    const { client } = respondingWith(respond, { timeout: 50 })
    const failure = Object(await failureOf(client.entities.list()))
    expect(failure.name).toBe(name)
    expect(Object.keys(failure).sort()).toEqual(fields.sort())
  })

  it.each<[string, string[], (client: Client) => Promise<unknown>]>([
    ['AbortedError', always, c => c.entities.list({ signal: AbortSignal.abort() })],
    ['InputValidationError', [...always, 'issues'], c => c.entities.network('')],
    [
      'WaitTimeoutError',
      [...always, 'pending', 'missing'],
      c => c.entities.waitFor('e', () => false, { every: 5, timeout: 20 }),
    ],
    [
      'PossibleDuplicateError',
      [...always, 'candidates'],
      c =>
        c.entities.createOnce(
          { type: 'person', name: 'Ilse Brandt' },
          { before: ['gone'], otherCreations: [], recheckDelay: 1 },
        ),
    ],
  ])('%s', async (name, fields, call) => {
    const failure = Object(await failureOf(call(answering([]).client)))
    expect(failure.name).toBe(name)
    expect(Object.keys(failure).sort()).toEqual(fields.sort())
  })
})

it('every error class has a file, and every file but the union of them a class', async () => {
  const files = readdirSync(new URL('../../src/transport/errors', import.meta.url))
    .map(file => file.replace('.ts', ''))
    .filter(name => name !== 'ScreeningError')
  const exported = Object.keys(await import('entity-screening-sdk')).filter(name => name.endsWith('Error'))
  expect(exported.sort()).toEqual(files.sort())
})
