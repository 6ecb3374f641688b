import { readOwnTime } from './processor-time.ts'

/**
 * Measures the processor time of the longest slice of work, in milliseconds: the time between two turns of the event loop.
 *
 * @param readTime - Reads the processor time of this process; by default, with the time in the system.
 */
export async function measureSlice(work: () => unknown, readTime = readOwnTime): Promise<number> {
  await nextTurn()
  let last = readTime()
  let longest = 0
  let isRunning = true
  const turn = () => {
    const now = readTime()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isRunning = false
  turn()
  return longest
}

export function nextTurn(): Promise<void> {
  return new Promise(resolve => void setImmediate(resolve))
}
