import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../failure-of.ts'
import { type Behaviour, created, lost, refused, startProxy, startService, unusedAddress } from './service.ts'

const later: Behaviour = (response, count, socket) => void setTimeout(created, 150, response, count, socket)

describe('a write with a key', () => {
  it('is sent once, and repeated later gets the same response', async () => {
    const service = await startService()
    const { post } = await startProxy(service.baseUrl)
    const [first, second] = [await post('a'), await post('a')]
    expect(first).toMatchObject({ status: 201, body: { data: { id: '1' } } })
    expect(second).toMatchObject({ status: 201, body: { data: { id: '1' } } })
    expect(second.headers.get('content-type')).toBe('application/json')
    expect(service.received).toHaveLength(1)
  })

  it('is sent once, and repetitions wait for its response while it runs', async () => {
    const service = await startService(later)
    const { post } = await startProxy(service.baseUrl)
    const responses = await Promise.all(Array.from({ length: 8 }, () => post('a')))
    expect(responses.map(({ body }) => body.data.id)).toEqual(Array(8).fill('1'))
    expect(service.received).toHaveLength(1)
  })

  it('is refused with another body, while the first runs and afterwards', { tags: 'long' }, async () => {
    const service = await startService(later)
    const { post } = await startProxy(service.baseUrl)
    const first = post('a')
    await expect.poll(() => service.received.length).toBe(1)
    const running = await post('a', { body: '{}' })
    expect(running).toMatchObject({ status: 422, body: { statusCode: 422, success: false } })
    await first
    expect(await post('a', { body: '{}' })).toMatchObject({ status: 422 })
    expect(service.received).toHaveLength(1)
  })

  it('is refused at another path', async () => {
    const service = await startService()
    const { post, url } = await startProxy(service.baseUrl)
    await post('a', { body: '{}' })
    const headers = { 'content-type': 'application/json', 'x-user': 'ada', 'idempotency-key': 'a' }
    const init = { method: 'POST', headers, body: '{}' }
    const response = await fetch(`${url}/screening/v1/entities/bulk`, init)
    expect(response.status).toBe(422)
    expect(service.received).toHaveLength(1)
  })

  it('of one caller has nothing to do with the same key of another', async () => {
    const service = await startService()
    const { post } = await startProxy(service.baseUrl)
    const [ada, bo] = [await post('a', { user: 'ada' }), await post('a', { user: 'bo', body: '{}' })]
    expect([ada.body.data.id, bo.body.data.id]).toEqual(['1', '2'])
    // A service that honours keys sees two, as well.
    const keys = service.received.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
    expect(keys.join()).toMatch(/^[\da-f]{64},[\da-f]{64}$/)
  })

  it('without response is 504, and never sent again', async () => {
    const service = await startService(lost, created)
    const { post, errors } = await startProxy(service.baseUrl)
    for (const _ of Array(3)) expect(await post('a')).toMatchObject({ status: 504 })
    expect(service.received).toHaveLength(1)
    expect(errors).toHaveLength(1)
    expect(await post('b')).toMatchObject({ status: 201 })
  })

  it('of which the response breaks off is 504, and never sent again', async () => {
    const brokenOff: Behaviour = (response, _, socket) => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"success"', () => socket.destroy())
    }
    const service = await startService(brokenOff, created)
    const { post } = await startProxy(service.baseUrl)
    for (const _ of Array(2)) expect(await post('a')).toMatchObject({ status: 504 })
    expect(service.received).toHaveLength(1)
  })

  it('whose response takes too long is 504, and never sent again', async () => {
    const service = await startService(() => {}, created)
    const { post } = await startProxy(service.baseUrl, { timeout: 50 })
    for (const _ of Array(2)) expect(await post('a')).toMatchObject({ status: 504 })
    expect(service.received).toHaveLength(1)
  })

  it.each([
    [400, {}],
    [403, {}],
    [422, {}],
    [429, { 'retry-after': '1' }],
    [503, { 'retry-after': '1' }],
  ])('that the service refuses with %i frees the key', async (status, headers) => {
    const service = await startService(refused(status, headers), created)
    const { post } = await startProxy(service.baseUrl)
    const response = await post('a')
    expect(response).toMatchObject({ status, body: { error: 'Refused.' } })
    expect(response.headers.get('retry-after')).toBe(status < 429 ? null : '1')
    expect(await post('a')).toMatchObject({ status: 201, body: { data: { id: '2' } } })
    expect(service.received).toHaveLength(2)
  })

  it.each([408, 499, 500, 502, 503, 504])(
    'that may have been processed before a %i is never sent again',
    async status => {
      const service = await startService(refused(status), created)
      const { post } = await startProxy(service.baseUrl)
      for (const _ of Array(2)) expect(await post('a')).toMatchObject({ status, body: { error: 'Refused.' } })
      expect(service.received).toHaveLength(1)
    },
  )

  it('that never reached the service frees the key', async () => {
    const { post, errors } = await startProxy(unusedAddress)
    for (const _ of Array(2)) {
      const response = await post('a')
      expect(response).toMatchObject({ status: 503, body: { success: false } })
      expect(response.headers.get('retry-after')).toBe('1')
    }
    expect(errors).toHaveLength(2)
  })

  it('goes on when its page leaves, and the repetition gets its response', async () => {
    const service = await startService(later)
    const { post } = await startProxy(service.baseUrl)
    const page = new AbortController()
    const left = failureOf(post('a', { signal: page.signal }))
    await expect.poll(() => service.received.length).toBe(1)
    page.abort()
    expect(await left).toMatchObject({ name: 'AbortError' })
    expect(await post('a')).toMatchObject({ status: 201, body: { data: { id: '1' } } })
    expect(service.received).toHaveLength(1)
  })

  it('is refused if its key is empty or too long', async () => {
    const service = await startService()
    const { post } = await startProxy(service.baseUrl)
    expect(await post('')).toMatchObject({ status: 400 })
    expect(await post('a'.repeat(256))).toMatchObject({ status: 400 })
    expect(await post('a'.repeat(255))).toMatchObject({ status: 201 })
    expect(service.received).toHaveLength(1)
  })
})

describe('without a key', () => {
  it('each write is sent', async () => {
    const service = await startService()
    const { post } = await startProxy(service.baseUrl)
    expect([(await post(null)).body.data.id, (await post(null)).body.data.id]).toEqual(['1', '2'])
    expect(service.received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  it('a request ends with its page', async () => {
    const closed: number[] = []
    const hanging: Behaviour = (_, count, socket) => void socket.once('close', () => closed.push(count))
    const service = await startService(hanging)
    const { post, errors } = await startProxy(service.baseUrl)
    const page = new AbortController()
    const left = failureOf(post(null, { signal: page.signal }))
    await expect.poll(() => service.received.length).toBe(1)
    page.abort()
    await left
    await expect.poll(() => closed).toEqual([1])
    expect(errors).toEqual([])
  })
})

it('the key of a read, or of what may be repeated, changes nothing', async () => {
  const service = await startService(refused(500))
  const { url } = await startProxy(service.baseUrl)
  const headers = { 'content-type': 'application/json', 'x-user': 'ada', 'idempotency-key': 'a' }
  const rescan = { method: 'PUT', headers, body: '{"action":"rescan"}' }
  for (const init of [{ headers }, { headers }]) await fetch(`${url}/screening/v1/entities`, init)
  for (const init of [rescan, rescan]) await fetch(`${url}/screening/v1/entities/1`, init)
  expect(service.received).toHaveLength(4)
})

it('a client that retries by itself with its key creates once', async () => {
  const server = createMockServer({ keys: { 'a-key-of-the-team': 'team' } })
  const { url: baseUrl, close } = await startServer(server)
  onTestFinished(close)
  const { url } = await startProxy(baseUrl, { apiKey: 'a-key-of-the-team' })
  server.faults.add({ operation: 'createEntity', kind: 'rate_limit', retryAfter: 0, times: 1 })
  const client = new EntityScreening({
    apiKey: null,
    baseUrl: `${url}/screening`,
    headers: { 'x-user': 'ada' },
    logLevel: 'off',
  })
  const options = { idempotencyKey: 'one-creation' }
  const entity = await client.entities.create({ type: 'person', name: 'Ilse Brandt' }, options)
  const again = await client.entities.create({ type: 'person', name: 'Ilse Brandt' }, options)
  expect(again.id).toBe(entity.id)
  expect(await client.entities.list()).toHaveLength(1)
})
