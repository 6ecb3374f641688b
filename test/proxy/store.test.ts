import { DatabaseSync } from 'node:sqlite'
import type { IdempotencyStore, ProxyOptions } from 'entity-screening-sdk/proxy'
import { describe, expect, it } from 'vitest'
import { type Behaviour, created, refused, startProxy, startService } from './service.ts'

const later: Behaviour = (response, count, socket) => void setTimeout(created, 150, response, count, socket)

describe('keys in memory', () => {
  it('are as many as maxKeys, of which the oldest is dropped', async () => {
    const service = await startService()
    const { post } = await startProxy(service.baseUrl, { maxKeys: 2 })
    for (const key of ['a', 'b', 'c']) await post(key)
    expect((await post('b')).body.data.id).toBe('2')
    expect((await post('c')).body.data.id).toBe('3')
    expect((await post('a')).body.data.id).toBe('4')
  })

  it('are kept for keyLifetime', async () => {
    const service = await startService()
    const { post } = await startProxy(service.baseUrl, { keyLifetime: 200 })
    await post('a')
    expect((await post('a')).body.data.id).toBe('1')
    await expect.poll(async () => (await post('a')).body.data.id, { interval: 50 }).toBe('2')
  })

  it('of writes that run are not dropped: further ones are refused before they are sent', async () => {
    const service = await startService(later)
    const { post, errors } = await startProxy(service.baseUrl, { maxKeys: 1, keyLifetime: 1 })
    const first = post('a')
    await expect.poll(() => service.received.length).toBe(1)
    const second = await post('b')
    expect(second).toMatchObject({ status: 503 })
    expect(second.headers.get('retry-after')).toBe('1')
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('maxKeys') })])
    expect((await first).body.data.id).toBe('1')
    expect((await post('b')).body.data.id).toBe('2')
    expect(service.received).toHaveLength(2)
  })
})

/** A store in SQLite, which several processes could share. */
function createSqliteStore(): IdempotencyStore {
  const database = new DatabaseSync(':memory:')
  database.exec('create table keys (key text primary key, fingerprint text not null, response text)')
  const insert = database.prepare('insert into keys (key, fingerprint) values (?, ?) on conflict do nothing')
  const select = database.prepare('select fingerprint, response from keys where key = ?')
  const update = database.prepare('update keys set response = ? where key = ?')
  const free = database.prepare('delete from keys where key = ?')
  return {
    async claim(key, fingerprint) {
      if (insert.run(key, fingerprint).changes === 1) return null
      const { fingerprint: known, response } = select.get(key) ?? {}
      return { fingerprint: String(known), response: JSON.parse(String(response)) }
    },
    async finish(key, response) {
      if (response === null) free.run(key)
      else update.run(JSON.stringify(response), key)
    },
  }
}

describe('a store of your own', () => {
  it('is shared by two proxies, which send a write once between them', async () => {
    const service = await startService(later)
    const store = createSqliteStore()
    const [one, other] = [
      await startProxy(service.baseUrl, { store }),
      await startProxy(service.baseUrl, { store }),
    ]
    const responses = await Promise.all([one, other, one, other].map(({ post }) => post('a')))
    expect(responses.map(({ status, body }) => [status, body.data.id])).toEqual(Array(4).fill([201, '1']))
    expect(await other.post('a', { body: '{}' })).toMatchObject({ status: 422 })
    expect(service.received).toHaveLength(1)
  })

  it('is told to free the key of what was not done', async () => {
    const service = await startService(refused(400), created)
    const { post } = await startProxy(service.baseUrl, { store: createSqliteStore() })
    expect(await post('a')).toMatchObject({ status: 400 })
    expect(await post('a')).toMatchObject({ status: 201 })
  })

  it('gives every byte of a response back', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const service = await startService(response => {
      response.writeHead(201, { 'content-type': 'application/json; charset=iso-8859-1' })
      response.end(bytes)
    })
    const { proxy } = await startProxy(service.baseUrl, { store: createSqliteStore() })
    const headers = { 'content-type': 'application/json', 'x-user': 'ada', 'idempotency-key': 'a' }
    for (const _ of Array(2)) {
      const request = new Request('https://app.example/screening/v1/entities', {
        method: 'POST',
        headers,
        body: '{}',
      })
      const response = await proxy(request)
      expect(response.headers.get('content-type')).toBe('application/json; charset=iso-8859-1')
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    }
    expect(service.received).toHaveLength(1)
  })

  it('that throws at a claim ends in a 503 before anything is sent', async () => {
    const service = await startService()
    const failure = new Error('the database is away')
    let isAway = true
    const store = createSqliteStore()
    const { post, errors } = await startProxy(service.baseUrl, {
      store: {
        ...store,
        claim: (key, fingerprint) => (isAway ? Promise.reject(failure) : store.claim(key, fingerprint)),
      },
    })
    const response = await post('a')
    expect(response).toMatchObject({ status: 503, body: { statusCode: 503, success: false } })
    expect(response.headers.get('retry-after')).toBe('1')
    expect(service.received).toHaveLength(0)
    expect(errors).toEqual([failure])
    isAway = false
    expect(await post('a')).toMatchObject({ status: 201 })
  })

  it('that throws at the end costs the response of repetitions, and sends nothing twice', async () => {
    const service = await startService()
    const failure = new Error('the database is away')
    const store = createSqliteStore()
    const { post, proxy, errors } = await startProxy(service.baseUrl, {
      store: { ...store, finish: () => Promise.reject(failure) },
    })
    expect(await post('a')).toMatchObject({ status: 201, body: { data: { id: '1' } } })
    expect(errors).toEqual([failure])
    // A repetition waits for the limits of the first, unless its page leaves.
    const headers = { 'content-type': 'application/json', 'x-user': 'ada', 'idempotency-key': 'a' }
    const { body } = service.received[0] ?? {}
    const init = { method: 'POST', headers, body: body ?? '', signal: AbortSignal.timeout(100) }
    const repeated = await proxy(new Request('https://app.example/screening/v1/entities', init))
    expect(repeated.status).toBe(504)
    expect(service.received).toHaveLength(1)
  })
})

it('two proxies without a store know nothing of each other', async () => {
  const service = await startService()
  for (const _ of Array(2)) {
    const { post } = await startProxy(service.baseUrl)
    await post('a')
  }
  expect(service.received).toHaveLength(2)
})

describe('a promise of the application', () => {
  it('that a store never settles holds up no response: the write is sent at most once', async () => {
    const service = await startService()
    const hang = () => new Promise<never>(() => {})
    const store: IdempotencyStore = { ...createSqliteStore(), finish: hang }
    const { post, errors } = await startProxy(service.baseUrl, { store })
    expect(await post('a')).toMatchObject({ status: 201 })
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('store.finish') })])
    expect(service.received).toHaveLength(1)
  })

  const neverSettled = () => new Promise<never>(() => {})
  const store = (method: object): IdempotencyStore => ({ ...createSqliteStore(), ...method })

  it.each<[string, number, Partial<ProxyOptions>]>([
    ['callerOf', 503, { callerOf: neverSettled }],
    ['store.claim', 503, { store: store({ claim: neverSettled }) }],
    ['fetch', 504, { fetch: neverSettled }],
    ['store.finish', 201, { store: store({ finish: neverSettled }) }],
  ])('that %s never settles is given up after the timeout of the proxy', async (name, status, options) => {
    const service = await startService()
    const { post, errors } = await startProxy(service.baseUrl, { timeout: 200, ...options })
    const start = performance.now()
    expect(await post('a')).toMatchObject({ status })
    expect(performance.now() - start).toBeLessThan(2000)
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(`^${name} did not settle`) }),
    ])
  })

  it('that onError rejects, or throws, changes nothing', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    for (const onError of [() => Promise.reject(new Error('no log')), () => expect.unreachable()]) {
      const claim = () => Promise.reject(new Error('the store is down'))
      const service = await startService()
      const { post } = await startProxy(service.baseUrl, {
        store: { ...createSqliteStore(), claim },
        onError,
      })
      expect(await post('a')).toMatchObject({ status: 503 })
    }
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

it('a status that no response can have leaves open what the service did, and is not sent again', async () => {
  const service = await startService(refused(999))
  const { post } = await startProxy(service.baseUrl)
  expect(await post('a')).toMatchObject({ status: 504 })
  expect(await post('a')).toMatchObject({ status: 504 })
  expect(service.received).toHaveLength(1)
})
