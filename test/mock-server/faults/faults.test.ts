import { connect } from 'node:net'
import { ConnectionError, EntityScreening, ResponseValidationError, TimeoutError } from 'entity-screening-sdk'
import { createMockServer, type Fault, type MockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { faultKinds } from '../../../mock-server/faults/fault.ts'

const organization = { type: 'organization', name: 'Larkspur Bearings AB', countryCode: 'SE' } as const

interface Way {
  readonly baseUrl: string
  readonly fetch?: MockServer['fetch']
  readonly stop: () => Promise<void> | void
}

const ways: [string, (server: MockServer) => Promise<Way>][] = [
  ['in process', async server => ({ baseUrl: 'http://in-process', fetch: server.fetch, stop: () => {} })],
  [
    'over HTTP',
    async server => {
      const { url, close } = await startServer(server)
      return { baseUrl: url, stop: close }
    },
  ],
  [
    'through msw',
    async server => {
      const baseUrl = 'https://faulty.example'
      const interceptor = setupServer(...createHandlers(server, { baseUrl }))
      interceptor.listen()
      return { baseUrl, stop: () => interceptor.close() }
    },
  ],
]

describe.each(ways)('faults %s', (_, start) => {
  const server = createMockServer()
  const { apiKey, id: team } = server.teams.create()
  let way: Way
  let client: EntityScreening

  beforeAll(async () => {
    way = await start(server)
    const { stop: _stop, ...options } = way
    client = new EntityScreening({ ...options, apiKey, maxRetries: 0, timeout: 400, logLevel: 'off' })
  })
  afterAll(() => way.stop())
  afterEach(() => {
    server.faults.remove()
  })

  /** What a create comes to under a fault, and how many entities it made. */
  async function createUnder(fault: Fault) {
    const before = (await client.entities.list()).length
    server.faults.add({ operation: 'createEntity', ...fault })
    const failure = await client.entities.create(organization).then(
      () => 'success',
      (error: unknown) => error,
    )
    server.faults.remove()
    return { failure, made: (await client.entities.list()).length - before }
  }

  it('status: the error that was asked for, and nothing done', async () => {
    const { failure, made } = await createUnder({ status: 503 })
    expect(failure).toMatchObject({
      name: 'ServerError',
      status: 503,
      reason: 'This error is an injected fault.',
    })
    expect(made).toBe(0)
  })

  it('status with a body of its own', async () => {
    const { failure } = await createUnder({ status: 502, body: '<h1>Bad Gateway</h1>' })
    expect(failure).toMatchObject({ status: 502, body: '<h1>Bad Gateway</h1>', reason: null })
    const { failure: json } = await createUnder({ status: 400, body: { error: 'no' } })
    expect(json).toMatchObject({ status: 400, reason: 'no' })
  })

  it('rate_limit: 429 with Retry-After', async () => {
    const { failure, made } = await createUnder({ kind: 'rate_limit', retryAfter: 7000 })
    expect(failure).toMatchObject({ name: 'RateLimitError', retryAfter: 7000 })
    expect(made).toBe(0)
  })

  it.each([
    [{ status: 503, retryAfter: 3000 }, '3'],
    [{ status: 503, retryAfter: 1001 }, '2'],
    [{ status: 502, body: 'Bad Gateway', retryAfter: 0 }, '0'],
    [{ status: 503 }, null],
  ])('status with Retry-After, where it says one: %j', async (fault, retryAfter) => {
    server.faults.add(fault)
    const { status, headers } = await (way.fetch ?? fetch)(new Request(`${way.baseUrl}/v1/health`))
    expect([status, headers.get('retry-after')]).toEqual([fault.status, retryAfter])
  })

  it('reset: a broken connection, and nothing done', async () => {
    const { failure, made } = await createUnder({ kind: 'reset' })
    expect(failure).toBeInstanceOf(ConnectionError)
    expect(made).toBe(0)
  })

  it('lost_response: a broken connection, although it was done', async () => {
    const { failure, made } = await createUnder({ kind: 'lost_response' })
    expect(failure).toBeInstanceOf(ConnectionError)
    expect(made).toBe(1)
  })

  it('no_response: nothing ever comes, and nothing is done', { tags: 'long' }, async () => {
    const { failure, made } = await createUnder({ kind: 'no_response' })
    expect(failure).toBeInstanceOf(TimeoutError)
    expect(made).toBe(0)
  })

  it('truncated: half an answer, although it was done', async () => {
    const { failure, made } = await createUnder({ kind: 'truncated' })
    expect(failure).toBeInstanceOf(ConnectionError)
    expect(made).toBe(1)
  })

  it.each(['malformed_json', 'html'] as const)(
    '%s: an answer that cannot be read, although it was done',
    async kind => {
      const { failure, made } = await createUnder({ kind })
      expect(failure).toBeInstanceOf(ResponseValidationError)
      expect(made).toBe(1)
    },
  )

  it('content_type: the answer under a wrong type, which can be read', async () => {
    expect(await createUnder({ kind: 'content_type' })).toEqual({ failure: 'success', made: 1 })
  })

  it('delay: the answer comes when the server’s clock has gone on, and no timer is set', async () => {
    server.faults.add({ operation: 'getHealth', delay: 60_000, times: 1 })
    const health = client.service.health({ timeout: false })
    let answered = false
    void health.then(() => {
      answered = true
    })
    await client.entities.list()
    expect(answered).toBe(false)
    server.clock.advance('1m')
    expect(await health).toMatchObject({ success: true })
  })

  it('are for one operation and team, as often as was said', async () => {
    const other = server.teams.create()
    server.faults.add({ team, operation: 'listEntities', status: 500, times: 2 })
    const { stop: _stop, ...options } = way
    const stranger = new EntityScreening({ ...options, apiKey: other.apiKey, maxRetries: 0 })
    expect(await stranger.entities.list()).toEqual([])
    await expect(client.entities.list()).rejects.toMatchObject({ status: 500 })
    expect(await client.entities.search({})).toBeInstanceOf(Array)
    expect(server.faults.list()).toMatchObject([{ happened: 1, times: 2 }])
    await expect(client.entities.list()).rejects.toMatchObject({ status: 500 })
    expect(await client.entities.list()).toBeInstanceOf(Array)
    expect(server.faults.list()).toEqual([])
  })

  it('are overcome by a client that repeats what may be repeated', async () => {
    const { stop: _stop, ...options } = way
    const patient = new EntityScreening({
      ...options,
      apiKey,
      maxRetries: 3,
      retry: { maxDelay: 1 },
      logLevel: 'off',
    })
    server.faults.add({ operation: 'listEntities', kind: 'reset', times: 1 })
    server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
    expect(await patient.entities.list()).toBeInstanceOf(Array)
    expect(server.faults.list()).toEqual([])
  })
})

it('a probability is drawn from the seed: the same calls meet the same faults', {
  tags: 'long',
}, async () => {
  const statuses = async (seed: number) => {
    const server = createMockServer({ seed })
    server.faults.add({ status: 500, probability: 0.3 })
    const answers = []
    for (let call = 0; call < 100; call += 1)
      answers.push((await server.fetch(new Request('http://x/v1/health'))).status)
    return answers
  }
  const once = await statuses(1)
  expect(await statuses(1)).toEqual(once)
  expect(await statuses(2)).not.toEqual(once)
  const failed = once.filter(status => status === 500).length
  expect(failed).toBeGreaterThan(15)
  expect(failed).toBeLessThan(45)
})

it('a probability is drawn from the beginning again after a reset', async () => {
  const server = createMockServer({ keys: { key: 'team-1' } })
  const draw = async () => {
    server.reset()
    const id = server.faults.add({ status: 500, probability: 0.5 })
    const statuses = []
    for (let call = 0; call < 30; call += 1)
      statuses.push((await server.fetch(new Request('http://x/v1/health'))).status)
    return { id, statuses }
  }
  const first = await draw()
  expect(new Set(first.statuses).size).toBe(2)
  expect(await draw()).toEqual(first)
})

it('a probability of one team is not changed by the calls of another', async () => {
  const statuses = async (between: boolean) => {
    const server = createMockServer({ keys: { mine: 'mine', other: 'other' } })
    server.faults.add({ status: 500, probability: 0.5 })
    const ask = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await server.fetch(new Request('http://x/v1/entities', { headers }))).status
    }
    const answers = []
    for (let call = 0; call < 20; call += 1) {
      if (between) await ask('other')
      answers.push(await ask('mine'))
    }
    return answers
  }
  expect(await statuses(true)).toEqual(await statuses(false))
})

it.each([{ delay: 1000 }, { kind: 'no_response' }, { kind: 'no_response', delay: 5 }] as const)(
  'an abort ends a wait in process: %j',
  async fault => {
    const server = createMockServer()
    server.faults.add(fault)
    const ask = (signal: AbortSignal) => server.fetch(new Request('http://x/v1/health', { signal }))
    await expect(ask(AbortSignal.abort())).rejects.toThrow()
    const stop = new AbortController()
    const waiting = ask(stop.signal)
    const caught = expect(waiting).rejects.toThrow()
    await Promise.resolve()
    stop.abort()
    server.clock.advance('10s')
    await caught
  },
)

it.each([
  ['over HTTP', { kind: 'no_response' }],
  ['over HTTP', { delay: 1000 }],
  ['in process', { kind: 'no_response' }],
  ['in process', { delay: 1000 }],
] as const)('the log shows when a caller left without a response: %s, %j', async (way, fault) => {
  const server = createMockServer()
  const { url, close } = await startServer(server)
  onTestFinished(close)
  server.faults.add(fault)
  const stop = new AbortController()
  const request = new Request(`${url}/v1/health`, { signal: stop.signal })
  const asked = expect(way === 'in process' ? server.fetch(request) : fetch(request)).rejects.toThrow()
  await expect.poll(() => server.requests.list()).toMatchObject([{ duration: null }])
  stop.abort()
  await asked
  await expect.poll(() => server.requests.list()).toMatchObject([{ duration: expect.any(Number), status: 0 }])
})

it('a reset breaks a pipelined connection too', async () => {
  const server = createMockServer()
  const { url, close } = await startServer(server)
  server.faults.add({ operation: 'getHealth', kind: 'reset' })
  server.faults.add({ operation: 'getServiceIndex', delay: 1000 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const closed = new Promise(resolve => socket.on('error', () => {}).on('close', resolve))
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
  await closed
  await close()
})

it.each([
  [{ status: 500, body: () => 1 }, 'body must be JSON, or text'],
  [{}, 'must say what goes wrong'],
  [{ kind: 'flood' }, 'kind must be one of'],
  [{ status: 200 }, 'status must be at least 400'],
  [{ status: 500, times: 0 }, 'times must be at least 1'],
  [{ status: 500, probability: 2 }, 'probability must be at most 1'],
  [{ status: 500, probability: 0 }, 'probability must be greater than 0'],
  [{ kind: 'delay' }, 'delay is required and must be a number where kind is delay'],
  [{ kind: 'reset', status: 503 }, 'status is only for status, not for reset'],
  [{ kind: 'rate_limit', status: 503 }, 'status is only for status, not for rate_limit'],
  [{ kind: 'truncated', body: 'half' }, 'body is only for status and rate_limit, not for truncated'],
  [{ delay: 10, body: {} }, 'body is only for status and rate_limit, not for delay'],
  [{ delay: 10, retryAfter: 1 }, 'retryAfter is only for status and rate_limit, not for delay'],
  [{ kind: 'html', retryAfter: 0 }, 'retryAfter is only for status and rate_limit, not for html'],
  [
    { status: 500, operation: 'createUser' },
    'operation must be one of "listEntities" (entities.list), "createEntity" (entities.create)',
  ],
  [
    { status: 500, operation: 'entities.create' },
    'operation must be "createEntity", the operation that entities.create calls',
  ],
  [{ status: 500, operation: 'constructor' }, 'operation must be one of "listEntities"'],
  [{ status: 500, colour: 'red' }, 'colour is not a field here'],
  [{ delay: 0 }, 'delay must be greater than 0'],
  [{ status: 407 }, 'status must not be 407, which fetch takes for a broken connection'],
  [
    { operation: 'getHealth', team: 'team-1', status: 500 },
    'team must be left out for operations without a key',
  ],
])('a fault that is wrong is refused, and named: %j', (fault, sentence) => {
  const server = createMockServer()
  expect(() => server.faults.add(fault as Fault)).toThrow(sentence)
  expect(server.faults.list()).toEqual([])
})

it.each([{ retryAfter: 5 }, { body: 'sorry' }])('a fault that says only %j lacks what goes wrong', fault => {
  const { faults } = createMockServer()
  expect(() => faults.add(fault)).toThrow(
    /^faults\.add: the fault must say what goes wrong: kind, status or delay$/,
  )
})

it('every kind has a test here', () => {
  expect([...faultKinds].sort()).toEqual(
    [
      'status',
      'rate_limit',
      'delay',
      'reset',
      'no_response',
      'malformed_json',
      'truncated',
      'html',
      'content_type',
      'lost_response',
    ].sort(),
  )
})
