import { isError } from '../shared/errors.ts'
import { sleep } from './sleep.ts'

interface BackoffOptions {
  /** How long failures may last without a success, in milliseconds. */
  readonly giveUpAfter: number
  /** Ends every wait. */
  readonly signal: AbortSignal
  /** Called with the milliseconds of a pause, and with null at its end. */
  readonly onPause: (milliseconds: number | null) => void
}

/** In milliseconds. A service that asks for a longer pause gets a request after an hour. */
const [minPause, maxPause, maxRetryAfter] = [100, 30_000, 3_600_000]

export type SharedBackoff = ReturnType<typeof createSharedBackoff>

/** Delays all requests together after a failure, and detects when failures have lasted too long. */
export function createSharedBackoff({ giveUpAfter, signal, onPause }: BackoffOptions) {
  let heldUntil = 0
  let failures = 0
  let failingSince: number | null = null
  return {
    /** Resolves when a request may be sent. */
    async ready() {
      while (heldUntil > performance.now() && !signal.aborted)
        await sleep(heldUntil - performance.now(), signal)
    },
    succeeded() {
      if (failingSince !== null) onPause(null)
      failures = 0
      failingSince = null
    },
    /** Begins a pause: as long as the response asks for, or growing with each failure. False once failures have lasted for `giveUpAfter`. */
    failed(error: unknown) {
      // Not the time of day, which may be set back by an hour.
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
