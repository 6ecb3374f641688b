/** Acts when the signal is aborted, at once where it is already. @returns what lets go of the signal. */
export function whenAborted(signal: AbortSignal | null | undefined, onAbort: () => void): () => void {
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  return () => signal?.removeEventListener('abort', onAbort)
}

/** The longest time that a timer can be set to. */
export const maxTimer = 2_147_483_647

/** Resolves when the time has passed, or when the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(wake, Math.min(milliseconds, maxTimer))
    signal?.addEventListener('abort', wake)
    if (signal?.aborted) wake()

    function wake(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
  })
}

export type EventLoopYield = ReturnType<typeof createEventLoopYield>

/** Lets timers and requests run in the middle of long work. */
export function createEventLoopYield() {
  let since = performance.now()
  return {
    /** After 15 ms. Checked between two items of work, because a promise for each costs more than most of them. */
    isDue,
    yieldNow,
    yieldIfDue: () => (isDue() ? yieldNow() : undefined),
  }

  function isDue(): boolean {
    return performance.now() - since > 15
  }

  async function yieldNow(): Promise<void> {
    await waitForNextTask()
    since = performance.now()
  }
}

/** By a message rather than a timer: tests fake timers, and browsers slow them down. Closed ports keep no process alive. */
function waitForNextTask(): Promise<void> {
  return new Promise(resolve => {
    // Older Workers and jsdom have no channels.
    if (typeof MessageChannel === 'undefined') return void setTimeout(resolve)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
