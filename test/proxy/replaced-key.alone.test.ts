import { createProxy, type ProxyOptions } from 'entity-screening-sdk/proxy'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findKeyMemory } from '../../src/proxy/keys/key-memory.ts'
import { creation } from './service.ts'

const keyLifetime = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A service that counts the creations, and proxies for it with the key of the day. */
function rotating() {
  const sent: string[] = []
  const fetch: NonNullable<ProxyOptions['fetch']> = async (_url, { headers }) => {
    sent.push(new Headers(headers).get('authorization') ?? '')
    return Response.json({ success: true, data: { id: String(sent.length) } }, { status: 201 })
  }
  const baseUrl = 'https://screening.example'
  const startProxy = (apiKey: string) => {
    const proxy = createProxy({ baseUrl, apiKey, keyLifetime, fetch, callerOf: () => 'ada' })
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'a' }
    const url = 'https://app.example/screening/v1/entities'
    return async () => {
      const response = await proxy(new Request(url, { method: 'POST', headers, body: creation }))
      return (await response.json()).data.id
    }
  }
  const scope = { basePath: '/screening', baseUrl, maxBytes: 64 * 1024 * 1024, keyLifetime }
  const memoryOf = (apiKey: string) => findKeyMemory(fetch, { ...scope, apiKey })
  return { startProxy, memoryOf, sent }
}

it('the memory of an API key that was replaced is dropped once its keys have expired', async () => {
  const { startProxy, memoryOf } = rotating()
  await startProxy('key-of-monday')()
  const memory = memoryOf('key-of-monday')
  await startProxy('key-of-tuesday')()
  expect(memoryOf('key-of-monday')).toBe(memory)
  vi.advanceTimersByTime(keyLifetime)
  await startProxy('key-of-wednesday')()
  expect(memoryOf('key-of-monday')).not.toBe(memory)
})

it('a proxy that sent nothing meanwhile still shares its keys with new ones', async () => {
  const { startProxy, sent } = rotating()
  const early = startProxy('key-of-monday')
  await startProxy('key-of-tuesday')()
  expect(await startProxy('key-of-monday')()).toBe('2')
  expect(await early()).toBe('2')
  expect(sent).toEqual(['Bearer key-of-tuesday', 'Bearer key-of-monday'])
})
