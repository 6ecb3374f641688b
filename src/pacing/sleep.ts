/** The longest time that a timer can be set to. */
export const longestTimer = 2_147_483_647

/** Resolves when the time has passed, or when the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, Math.min(milliseconds, longestTimer))
    signal?.addEventListener('abort', wake)
    if (signal?.aborted) wake()
  })
}
