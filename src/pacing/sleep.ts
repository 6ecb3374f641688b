/**
 * Calls a function when a signal is aborted; immediately if it is already aborted. @returns a function that
 * removes the listener.
 */
export function whenAborted(signal: AbortSignal | null | undefined, onAbort: () => void): () => void {
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  return () => signal?.removeEventListener('abort', onAbort)
}

/** The maximum delay that timers support, in milliseconds. */
export const maxTimer = 2_147_483_647

/** Resolves after a time, at once if it is negative, or when the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(wake, Math.min(Math.max(milliseconds, 0), maxTimer))
    signal?.addEventListener('abort', wake)
    if (signal?.aborted) wake()

    function wake(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
  })
}
