import { expect, it, vi } from 'vitest'
import { sleep } from '../../src/pacing/sleep.ts'

it('a time that has passed meanwhile ends at once, without a warning of the runtime', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  await sleep(-0.003, undefined)
  const [[, delay] = []] = set.mock.calls
  set.mockRestore()
  expect(delay).toBe(0)
})
