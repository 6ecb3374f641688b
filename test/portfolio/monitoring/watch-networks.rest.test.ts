import { EntityScreening } from 'entity-screening-sdk'
import { type WatchOptions, watchEntities } from 'entity-screening-sdk/portfolio'
import { expect, it } from 'vitest'
import { byRequest } from '../../by-request.ts'
import { createService } from './networks-service.ts'
import { wireOf } from './watching.ts'

it('networks that never come do not keep a watch that ends after a time', async () => {
  const service = createService({ a: [], b: [] })
  const never = new EntityScreening({
    apiKey: 'a-key-of-a-test',
    baseUrl: 'https://screening.example',
    logLevel: 'off',
    fetch: byRequest(({ url }) =>
      url.endsWith('/network')
        ? new Promise(() => {})
        : Promise.resolve(Response.json([wireOf({ id: 'a' })])),
    ),
  })
  const begun = performance.now()
  const { stopped } = await watchEntities(never, { duration: 300, every: 50, onChange() {} })
  expect(stopped).toBeNull()
  expect(performance.now() - begun).toBeLessThan(12_000)
  expect(service.asked).toEqual([])
})

it('networks are read where a row has moved, and otherwise once in a sweep', async () => {
  let moved = ''
  const service = createService({}, id => (id === moved ? { updatedAt: '2026-01-01T00:00:00.000Z' } : {}))
  const team = { a: [], b: [], c: [] }
  service.set(team)
  const run = async (checks: number, options: Partial<WatchOptions>) => {
    service.asked.splice(0)
    // Networks are read until the next list is due: a busy machine needs some time for three.
    const given = { every: 400, requestsPerMinute: 600_000, checks, onChange() {}, ...options }
    await watchEntities(service.client, {
      ...given,
      onCheck() {
        moved = 'b'
      },
    })
    moved = ''
    return service.asked.toSorted().join('')
  }
  expect(await run(3, {})).toBe('abbc')
  expect(await run(2, { networks: 'all' })).toBe('aabbcc')
  expect(await run(2, { networks: 'never' })).toBe('')
})
