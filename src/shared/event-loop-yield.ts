import { waitForNextTask } from './next-task.ts'

export type EventLoopYield = ReturnType<typeof createEventLoopYield>

/** Lets timers and requests run in the middle of long work. */
export function createEventLoopYield() {
  let since = performance.now()
  return {
    /** Whether 15 ms have passed. Check it between two items of work: a promise for each item would cost more than most of them. */
    isDue,
    yieldNow,
    yieldIfDue: () => (isDue() ? yieldNow() : undefined),
  }

  function isDue(): boolean {
    return performance.now() - since > 15
  }

  async function yieldNow(): Promise<void> {
    await (waitForNextTask() ?? new Promise(resolve => setTimeout(resolve)))
    since = performance.now()
  }
}
