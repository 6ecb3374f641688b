/** Processor time of this process, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns the processor time of the longest slice of the work, in milliseconds: the time between two turns of the event loop. */
export async function measureSlice(work: () => unknown): Promise<number> {
  await nextTurn()
  let last = processorTime()
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
  return longest
}

export function nextTurn(): Promise<void> {
  return new Promise(resolve => void setImmediate(resolve))
}
