/** Milliseconds of work after which others have their turn. */
const longestWork = 15

/** Lets timers and requests have their turn in the middle of long work. */
export interface EventLoopYield {
  /** Asked between two pieces of work, for a promise each would cost more than most of them. */
  isDue(): boolean
  take(): Promise<void>
}

export function createEventLoopYield(): EventLoopYield {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > longestWork,
    async take() {
      await new Promise(resolve => setTimeout(resolve))
      since = performance.now()
    },
  }
}
