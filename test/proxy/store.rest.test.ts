import type { IdempotencyStore } from 'entity-screening-sdk/proxy'
import { expect, it } from 'vitest'
import { created, startProxy, startService } from './service.ts'
import { createSqliteStore } from './sqlite-store.ts'

it('a store that never settles holds up no response: the write is sent at most once', async () => {
  const service = await startService()
  const hang = () => new Promise<never>(() => {})
  const store: IdempotencyStore = { ...createSqliteStore(), finish: hang }
  const { post, errors } = await startProxy(service.baseUrl, { store })
  expect(await post('a')).toMatchObject({ status: 201 })
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('store.finish') })])
  expect(service.received).toHaveLength(1)
})

it('keys are kept for keyLifetime, and leave room then', async () => {
  const service = await startService(created)
  const { post } = await startProxy(service.baseUrl, { keyLifetime: 2000, maxBytes: 1500 })
  await post('a')
  expect((await post('a')).body.data.id).toBe('1')
  const full = await post('b')
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[12]$/)])
  await expect.poll(async () => (await post('b')).status, { interval: 50 }).toBe(201)
  expect(service.received).toHaveLength(2)
})
