/** Acts when the signal is aborted, at once where it is already. @returns what lets go of the signal. */
export function whenAborted(signal: AbortSignal | null | undefined, act: () => void): () => void {
  if (signal?.aborted) act()
  signal?.addEventListener('abort', act)
  return () => signal?.removeEventListener('abort', act)
}

/** The longest time that a timer can be set to. */
export const longestTimer = 2_147_483_647

/** Resolves when the time has passed, or when the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(wake, Math.min(milliseconds, longestTimer))
    signal?.addEventListener('abort', wake)
    if (signal?.aborted) wake()

    function wake(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
  })
}

/** Lets timers and requests have their turn in the middle of long work. */
export function createEventLoopYield() {
  let since = performance.now()
  return {
    /** After 15 ms. Asked between two pieces of work, for a promise each would cost more than most of them. */
    isDue: () => performance.now() - since > 15,
    async take() {
      await new Promise(resolve => setTimeout(resolve))
      since = performance.now()
    },
  }
}
