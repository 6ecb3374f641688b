import { readThreadTime } from './processor-time.ts'

/** Numbers that fill the second-level cache of a core. */
const numbers = new Int32Array(2 ** 17)
const steps = 8_000_000

/** Does a fixed amount of work, some 50 ms, and returns its processor time in milliseconds. */
export function calibrate(): number {
  const started = readThreadTime()
  let state = 1
  for (let step = 0; step < steps; step += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const index = state >>> 15
    numbers[index] = (numbers[index] ?? 0) ^ state
  }
  return readThreadTime() - started
}
