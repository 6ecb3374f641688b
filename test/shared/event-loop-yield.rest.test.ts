import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { createEventLoopYield } from '../../src/shared/event-loop-yield.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a pause of long work is due after 15 ms', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const pause = createEventLoopYield()
  now.mockReturnValue(1015)
  expect(pause.isDue()).toBe(false)
  now.mockReturnValue(1016)
  expect(pause.isDue()).toBe(true)
  await pause.yieldNow()
  expect(pause.isDue()).toBe(false)
})

it('a pause ends though the timers are fake', async () => {
  vi.useFakeTimers()
  await createEventLoopYield().yieldNow()
})

it('a pause lets timers run', async () => {
  const pause = createEventLoopYield()
  let hasRun = false
  setTimeout(() => {
    hasRun = true
  })
  for (let turn = 0; turn < 10_000 && !hasRun; turn += 1) await pause.yieldNow()
  expect(hasRun).toBe(true)
})

it('a pause keeps no process alive after it, and none exits during it', async () => {
  const program = `
    import { createEventLoopYield } from './src/shared/event-loop-yield.ts'
    const pause = createEventLoopYield()
    for (let turn = 0; turn < 100; turn += 1) await pause.yieldNow()
    console.log('paused 100 times')
  `
  const parameters = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, parameters)
  expect(stdout.trim()).toBe('paused 100 times')
})
