import type { IdempotencyStore } from 'entity-screening-sdk/proxy'
import { expect, it } from 'vitest'
import { startProxy, startService } from './service.ts'
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
