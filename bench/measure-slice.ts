/** Processor time of this process, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Measures the processor time of work, in milliseconds: of the longest slice, which is the time between two turns of the event
 * loop, and in total.
 */
export async function measureSlices(work: () => unknown): Promise<{ longest: number; total: number }> {
  await nextTurn()
  const start = processorTime()
  let last = start
  let longest = 0
  let isRunning = true
  const turn = () => {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isRunning = false
  turn()
  return { longest, total: last - start }
}

export function nextTurn(): Promise<void> {
  return new Promise(resolve => void setImmediate(resolve))
}
