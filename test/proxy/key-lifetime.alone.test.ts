import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Behaviour, created, startProxy, startService } from './service.ts'

/** The shortest time for which memory keeps keys. */
const keyLifetime = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('keys are kept for keyLifetime, and leave room then', async () => {
  const service = await startService(created)
  const { post } = await startProxy(service.baseUrl, { keyLifetime, maxBytes: 1500 })
  await post('a')
  vi.advanceTimersByTime(keyLifetime - 1500)
  expect((await post('a')).body.data.id).toBe('1')
  const full = await post('b')
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '2'])
  vi.advanceTimersByTime(1499)
  expect((await post('b')).status).toBe(429)
  vi.advanceTimersByTime(1)
  expect((await post('b')).status).toBe(201)
  expect(service.received).toHaveLength(2)
})

it('keys that belong to a running write do not expire', async () => {
  let respond = () => {}
  const waiting: Behaviour = (...parameters) => {
    respond = () => created(...parameters)
  }
  const service = await startService(waiting, created)
  const { post } = await startProxy(service.baseUrl, { keyLifetime, maxBytes: 1500 })
  const first = post('a')
  await expect.poll(() => service.received.length).toBe(1)
  vi.advanceTimersByTime(keyLifetime)
  const second = await post('b')
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1'])
  respond()
  expect((await first).body.data.id).toBe('1')
  vi.advanceTimersByTime(keyLifetime)
  expect((await post('b')).body.data.id).toBe('2')
})
