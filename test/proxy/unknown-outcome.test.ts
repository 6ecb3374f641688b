import { EntityScreening } from 'entity-screening-sdk'
import type { IdempotencyStore, ProxyOptions } from 'entity-screening-sdk/proxy'
import { describe, expect, it } from 'vitest'
import { byRequest } from '../by-request.ts'
import { failureOf } from '../failure-of.ts'
import {
  type Behaviour,
  created,
  createSharedStore,
  refused,
  startProxy,
  startService,
  unusedAddress,
} from './service.ts'

const failing = () => {
  throw new Error('not there')
}
const hanging = () => new Promise<never>(() => {})

/** The ways in which the second process cannot know whether the first one sent a write. */
const secondProcesses: readonly [string, Partial<ProxyOptions>][] = [
  ['a store that throws', { store: { claim: failing, finish: failing } }],
  ['a store that hangs', { timeout: 300, store: { claim: hanging, finish: hanging } }],
  ['a store that gives no record', { store: { claim: (() => undefined) as never, finish: failing } }],
  ['a store that gives text', { store: { claim: (() => '{"fingerprint":"a"}') as never, finish: failing } }],
  [
    'a store whose response is text',
    { store: { claim: () => ({ fingerprint: '', response: '{}' as never }), finish: failing } },
  ],
  ['a lost session', { callerOf: () => null }],
  ['sessions that cannot be reached', { callerOf: failing }],
  ['sessions that hang', { timeout: 300, callerOf: hanging }],
  ['a caller that is no string', { callerOf: () => 7 as never }],
]

describe.each(secondProcesses)('a write that a second process with %s repeats', (_, options) => {
  it('is 504, so that the client says unknown and sends nothing again', async () => {
    const service = await startService()
    const { store } = createSharedStore()
    const first = await startProxy(service.baseUrl, { store })
    const second = await startProxy(service.baseUrl, { store, ...options })
    // The browser repeats the request, and the page gets the response to the repetition.
    const client = new EntityScreening({
      apiKey: null,
      baseUrl: 'https://app.example/screening',
      headers: { 'x-user': 'ada' },
      logLevel: 'off',
      fetch: byRequest(async request => {
        await first.proxy(request.clone())
        return second.proxy(request)
      }),
    })
    const failure = await failureOf(client.entities.create({ type: 'person', name: 'Ilse Brandt' }))
    expect(failure).toMatchObject({ status: 504, outcome: 'unknown', retryAfter: null })
    expect(service.received).toHaveLength(1)
  })
})

describe('where the caller is not known', () => {
  it.each([
    ['GET', 'v1/entities', undefined],
    ['POST', 'v1/entities/search', '{}'],
    ['PUT', 'v1/entities/e1', '{"action":"rescan"}'],
  ])('%s %s is 401, with an Idempotency-Key too', async (method, path, body) => {
    const service = await startService()
    const { url } = await startProxy(service.baseUrl, { callerOf: () => null })
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'a' }
    const init = { method, headers, ...(body !== undefined && { body }) }
    expect((await fetch(`${url}/screening/${path}`, init)).status).toBe(401)
    expect(service.received).toHaveLength(0)
  })

  it('a write with a key asks no store', async () => {
    const service = await startService()
    const store = { claim: () => expect.unreachable(), finish: () => expect.unreachable() }
    const { post, errors } = await startProxy(service.baseUrl, { callerOf: () => null, store })
    expect(await post('a')).toMatchObject({ status: 504 })
    expect(await post(null)).toMatchObject({ status: 401 })
    expect(errors).toEqual([])
  })
})

describe('a write that the same request never gets through', () => {
  it.each<[number, object]>([
    [415, { headers: { 'content-type': 'text/plain', 'idempotency-key': 'a', 'x-user': 'ada' } }],
    [413, { body: 'x'.repeat(2000) }],
    [400, { body: '' }],
    [403, { headers: { 'sec-fetch-site': 'cross-site', 'idempotency-key': 'a', 'x-user': 'ada' } }],
  ])('is %i whatever the store does', async (status, init) => {
    const service = await startService()
    const store = { claim: failing, finish: failing }
    const { proxy, errors } = await startProxy(service.baseUrl, { store, maxBodyBytes: 1000 })
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'a', 'x-user': 'ada' }
    const request = new Request('https://app.example/screening/v1/entities', {
      ...{ method: 'POST', headers, body: '{}' },
      ...init,
    })
    expect((await proxy(request)).status).toBe(status)
    expect(errors).toEqual([])
  })
})

describe('the winner of the claim', () => {
  it('may say that nothing was sent, and so may those who wait for it', async () => {
    const { store } = createSharedStore()
    const { post } = await startProxy(unusedAddress, { store })
    const responses = await Promise.all(Array.from({ length: 3 }, () => post('a')))
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(await post('a')).toMatchObject({ status: 503 })
  })

  it('frees the key after an error status in the body of a success, as the client reads it', async () => {
    const limited: Behaviour = response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"statusCode":429,"success":false,"error":"Too many."}')
    }
    const service = await startService(limited, created)
    const { post } = await startProxy(service.baseUrl)
    expect(await post('a')).toMatchObject({ status: 200, body: { statusCode: 429 } })
    expect(await post('a')).toMatchObject({ status: 201, body: { data: { id: '2' } } })
  })

  it.each([
    '{"statusCode":500,"success":false}',
    '{"statusCode":429,"success":true,"data":{"id":"1"}}',
    '{"success":false,"error":"Too many."}',
  ])('keeps the key after a success with %s', async body => {
    const service = await startService(response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(body)
    }, created)
    const { post } = await startProxy(service.baseUrl)
    for (const _ of Array(2)) expect((await post('a')).body).toEqual(JSON.parse(body))
    expect(service.received).toHaveLength(1)
  })

  it('keeps the key after a success that is no JSON: it may have been processed', async () => {
    const service = await startService(response => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html>')
    }, created)
    const { post } = await startProxy(service.baseUrl)
    for (const _ of Array(2)) expect(await post('a')).toMatchObject({ status: 504, body: { success: false } })
    expect(service.received).toHaveLength(1)
  })

  it('frees the key if the service refuses the key of the proxy', async () => {
    const service = await startService(refused(401), created)
    const { post, errors } = await startProxy(service.baseUrl)
    expect(await post('a')).toMatchObject({ status: 424 })
    expect(errors).toHaveLength(1)
    expect(await post('a')).toMatchObject({ status: 201 })
  })
})

describe('a stored response', () => {
  it.each([
    ['a status that no response can have', { status: 999 }],
    ['a header that no response can have', { headers: [['x-request-id', 'a\nb']] }],
    ['a body that is no base64', { body: '{}' }],
  ])('with %s is 504', async (_, change) => {
    const service = await startService()
    const { store, records } = createSharedStore()
    const { post, errors } = await startProxy(service.baseUrl, { store })
    await post('a')
    for (const [key, record] of records)
      records.set(key, { ...record, response: { ...record.response, ...change } as never })
    expect(await post('a')).toMatchObject({ status: 504, body: { success: false } })
    expect(errors).toHaveLength(1)
    expect(service.received).toHaveLength(1)
  })
})

describe('a store of the application', () => {
  it('gets the caller, and may refuse a new key', async () => {
    const service = await startService()
    const callers: unknown[] = []
    const store: IdempotencyStore = {
      claim(_key, _fingerprint, caller) {
        callers.push(caller)
        return 'full'
      },
      finish: () => expect.unreachable(),
    }
    const { post } = await startProxy(service.baseUrl, { store })
    const response = await post('a', { user: 'bo' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, null])
    expect(callers).toEqual(['bo'])
    expect(service.received).toHaveLength(0)
  })

  it('is named if it gives what is no record', async () => {
    const service = await startService()
    const store = { claim: (() => undefined) as never, finish: failing }
    const { post, errors } = await startProxy(service.baseUrl, { store })
    expect(await post('a')).toMatchObject({ status: 504 })
    const message = expect.stringMatching(
      /^store\.claim must return null, 'full' or a record .* not undefined$/,
    )
    expect(errors).toEqual([expect.objectContaining({ name: 'TypeError', message })])
  })
})
