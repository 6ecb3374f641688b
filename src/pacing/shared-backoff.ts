import { isError } from '../shared/errors.ts'
import { sleep } from './sleep.ts'

interface BackoffOptions {
  /** The maximum time without a successful request, in milliseconds. */
  readonly giveUpAfter: number
  /** Ends every pause when it is aborted. */
  readonly signal: AbortSignal
  /** Called with the length of a pause in milliseconds when it begins, and with null after the next success. */
  readonly onPause: (milliseconds: number | null) => void
}

/** The minimum and maximum pause, and the maximum pause that `Retry-After` can cause (one hour), in milliseconds. */
const [minPause, maxPause, maxRetryAfter] = [100, 30_000, 3_600_000]

export type SharedBackoff = ReturnType<typeof createSharedBackoff>

/**
 * Creates a backoff that all requests share: after a failure, it delays every request. It also detects when requests have
 * failed for too long.
 */
export function createSharedBackoff({ giveUpAfter, signal, onPause }: BackoffOptions) {
  let heldUntil = 0
  let failures = 0
  let failingSince: number | null = null
  return {
    /** Resolves when a request may be sent. */
    async waitUntilReady() {
      while (heldUntil > performance.now() && !signal.aborted)
        await sleep(heldUntil - performance.now(), signal)
    },
    recordSuccess() {
      if (failingSince !== null) onPause(null)
      failures = 0
      failingSince = null
    },
    /**
     * Begins a pause, as long as the `Retry-After` header requires; without this header, the pauses grow with
     * each failure. Returns false if requests would then have failed for longer than `giveUpAfter`.
     */
    recordFailure(error: unknown) {
      // Does not use `Date.now()`, because the system clock may be changed.
      const now = performance.now()
      failingSince ??= now
      const retryAfter = isError(error) && 'retryAfter' in error ? error.retryAfter : null
      const growing = Math.random() * Math.min(maxPause, minPause * 2 ** failures)
      const pause = typeof retryAfter === 'number' ? Math.min(retryAfter, maxRetryAfter) : growing
      failures += 1
      heldUntil = Math.max(heldUntil, now + pause)
      if (heldUntil - failingSince > giveUpAfter) return false
      onPause(Math.round(heldUntil - now))
      return true
    },
  }
}
