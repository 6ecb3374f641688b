import type { IdempotencyStore, ProxyOptions } from 'entity-screening-sdk/proxy'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/proxy/keys/memory-store.ts'
import { type Behaviour, created, refused, startProxy, startService } from './service.ts'
import { createSqliteStore } from './sqlite-store.ts'

const later: Behaviour = (response, count, socket) => void setTimeout(created, 150, response, count, socket)

/** A bulk response of a size that is stored. */
const answered: Behaviour = response => {
  response.writeHead(201, { 'content-type': 'application/json' })
  const error = 'x'.repeat(60_000)
  response.end(JSON.stringify({ success: true, data: { successCount: 0, errorCount: 1, errors: [error] } }))
}

describe('keys in memory', () => {
  it('are never dropped: a full memory refuses new keys before they are sent', async () => {
    const service = await startService(created)
    const { post } = await startProxy(service.baseUrl, { maxBytes: 5200 })
    const keys = ['a', 'b', 'c', 'd', 'e']
    for (const key of keys) expect((await post(key)).status).toBe(201)
    const refused = await post('f')
    expect(refused).toMatchObject({ status: 429, body: { statusCode: 429, success: false } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    for (const [index, key] of keys.entries()) {
      expect(await post(key)).toMatchObject({ status: 201, body: { data: { id: String(index + 1) } } })
      expect(await post(key, { body: '{}' })).toMatchObject({ status: 422 })
    }
    expect(service.received).toHaveLength(5)
  })

  it('of one caller leave half of the memory to the others', async () => {
    const service = await startService(created)
    const { post } = await startProxy(service.baseUrl, { maxBytes: 4200 })
    const count = async (user: string) => {
      const statuses = []
      for (let key = 0; key < 6; key += 1) statuses.push((await post(String(key), { user })).status)
      expect(statuses.sort()).toEqual(statuses)
      return statuses.filter(status => status === 201).length
    }
    expect([await count('ada'), await count('bea'), await count('cyd')]).toEqual([4, 2, 1])
    expect(service.received).toHaveLength(7)
  })

  it('of very many callers stay within maxBytes: the oldest answers go, and never a status', async () => {
    const store = createMemoryStore({ maxBytes: 200_000, keyLifetime: 60_000 })
    const response = { status: 201, outcome: 'done', headers: [['date', 'x'.repeat(200)]] } as const
    for (let caller = 0; caller < 300; caller += 1) {
      expect(store.claim(`key-${caller}`, 'a', String(caller))).toBeNull()
      store.finish(`key-${caller}`, { ...response, body: 'x'.repeat(20_000) })
    }
    const records = Array.from({ length: 300 }, (_, caller) => store.claim(`key-${caller}`, 'a', 'any'))
    expect(JSON.stringify(records).length).toBeLessThan(200_000)
    const dropped = { fingerprint: 'a', response: { status: 201, outcome: 'done', headers: [], body: null } }
    expect(records.slice(0, 297)).toEqual(Array(297).fill(expect.objectContaining(dropped)))
    expect(records.at(-1)).toMatchObject({ response: { ...response, body: 'x'.repeat(20_000) } })
    let more = 300
    while (store.claim(`key-${more}`, 'a', String(more)) === null) more += 1
    expect(more).toBe(386)
  })

  it('keep their status only if their answers end in a full memory', { tags: 'long' }, async () => {
    const slow: Behaviour = (response, ...others) => void setTimeout(answered, 300, response, ...others)
    const service = await startService(slow)
    const { post } = await startProxy(service.baseUrl, { maxBytes: 180_000 })
    const keys = ['a', 'b', 'c', 'd']
    const first = await Promise.all(keys.map(key => post(key)))
    expect(first.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const second = await Promise.all(keys.map(key => post(key)))
    expect(second.map(({ status }) => status).sort()).toEqual([201, 201, 504, 504])
    expect(service.received).toHaveLength(4)
  })

  it('free their room if the service has not processed the write', async () => {
    const service = await startService(refused(400))
    const { post } = await startProxy(service.baseUrl, { maxBytes: 1500 })
    for (const key of ['a', 'b', 'c']) expect((await post(key)).status).toBe(400)
    expect(service.received).toHaveLength(3)
  })
})

describe('a response of more than 64 KiB', () => {
  const long: Behaviour = (response, count) => {
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: true, data: { id: String(count), note: 'x'.repeat(70_000) } }))
  }

  it('is passed on once, and not kept', async () => {
    const service = await startService(long)
    const { post } = await startProxy(service.baseUrl)
    expect((await post('a')).body.data.note).toHaveLength(70_000)
    const repeated = await post('a')
    expect(repeated).toMatchObject({ status: 504, body: { success: false } })
    expect(repeated.body.error).toMatch(/was processed \(201\), and the answer was not kept: reconcile/)
    expect(service.received).toHaveLength(1)
  })

  it('reaches a store without its body', async () => {
    const service = await startService(long)
    const finished: unknown[] = []
    const store = createSqliteStore()
    const finish: IdempotencyStore['finish'] = (key, response) => {
      finished.push(response)
      return store.finish(key, response)
    }
    const { post } = await startProxy(service.baseUrl, { store: { ...store, finish } })
    await post('a')
    expect(finished).toMatchObject([{ status: 201, outcome: 'done', body: null }])
  })
})

describe('a store of your own', () => {
  it('is shared by two proxies, which send a write once between them', { tags: 'long' }, async () => {
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
      response.writeHead(201, { 'content-type': 'application/json' })
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
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    }
    expect(service.received).toHaveLength(1)
  })

  it('that throws at a claim ends in a 504, although nothing is sent: it may know the key', async () => {
    const service = await startService()
    const failure = new Error('the database is away')
    let isAway = true
    const store = createSqliteStore()
    const { post, errors } = await startProxy(service.baseUrl, {
      store: {
        ...store,
        claim: (...claim) => (isAway ? Promise.reject(failure) : store.claim(...claim)),
      },
    })
    const response = await post('a')
    expect(response).toMatchObject({ status: 504, body: { statusCode: 504, success: false } })
    expect(response.headers.get('retry-after')).toBe(null)
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

describe('a promise of the application', () => {
  const neverSettled = () => new Promise<never>(() => {})
  const store = (method: object): IdempotencyStore => ({ ...createSqliteStore(), ...method })

  it.each<[string, number, Partial<ProxyOptions>]>([
    ['callerOf', 504, { callerOf: neverSettled }],
    ['store.claim', 504, { store: store({ claim: neverSettled }) }],
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
      expect(await post('a')).toMatchObject({ status: 504 })
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
