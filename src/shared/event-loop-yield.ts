import { waitForNextTask } from './next-task.ts'

/** Yields to the event loop during long work, so that timers and requests can run. */
export type EventLoopYield = ReturnType<typeof createEventLoopYield>

export function createEventLoopYield() {
  let since = performance.now()
  return {
    /**
     * Whether 15 ms have passed since the last yield. Check it after each item: awaiting a promise for each item would cost more.
     */
    isDue: () => performance.now() - since > 15,
    async yieldNow(): Promise<void> {
      await (waitForNextTask() ?? new Promise(resolve => setTimeout(resolve)))
      since = performance.now()
    },
  }
}
