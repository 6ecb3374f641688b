import { median } from '../page/figures.ts'
import { readThreadTime } from './processor-time.ts'

/** Numbers that fill the second-level cache of a core. */
const numbers = new Int32Array(2 ** 17)
const steps = 20_000_000
const passes = 7

/**
 * Does a fixed amount of work several times, some 25 ms each, and returns the median of the processor times in milliseconds. After
 * a pause, the first times are longer: caches and memory are cold.
 */
export function calibrate(): number {
  return median(Array.from({ length: passes }, measurePass))
}

function measurePass(): number {
  const started = readThreadTime()
  let state = 1
  for (let step = 0; step < steps; step += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const index = state >>> 15
    numbers[index] = (numbers[index] ?? 0) ^ state
  }
  return readThreadTime() - started
}
