import { expect, it } from 'vitest'
import { createLoader } from '../../src/resources/load-on-demand.ts'

it('a part that does not load is a ConnectionError, and the next call tries again', async () => {
  const limits = {
    operation: 'createEntity',
    methodName: 'entities.create',
    outcome: 'not_done',
    signal: undefined,
    timeout: false,
  } as const
  let isReachable = false
  const load = createLoader(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
  await expect(load(limits)).rejects.toMatchObject({
    name: 'ConnectionError',
    operation: 'createEntity',
    outcome: 'not_done',
    message:
      'entities.create: a part of the client could not be loaded (Failed to fetch dynamically imported module)',
  })
  isReachable = true
  expect(await load(limits)).toBe('part')
})
