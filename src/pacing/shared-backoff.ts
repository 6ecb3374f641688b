import { isError } from '../shared/errors.ts'
import { sleep } from './sleep.ts'

interface PaceOptions {
  /** For how long nothing but failures may come, in milliseconds. */
  readonly giveUpAfter: number
  /** Ends every wait. */
  readonly signal: AbortSignal
  /** Called with the milliseconds of a pause, and with null at its end. */
  readonly onPause: (milliseconds: number | null) => void
}

/** In milliseconds; however long a service asks for, it is asked again after an hour. */
const [minPause, maxPause, maxRetryAfter] = [100, 30_000, 3_600_000]

export type SharedBackoff = ReturnType<typeof createSharedBackoff>

/** Holds all requests back together after a failure, and knows when there have been failures for too long. */
export function createSharedBackoff({ giveUpAfter, signal, onPause }: PaceOptions) {
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
    /** Begins a pause, as long as the response asks for or growing with each failure; false after failures for `giveUpAfter`. */
    failed(error: unknown) {
      // Not the time of day, which may be set back by an hour.
      const now = performance.now()
      failingSince ??= now
      // An `ApiError` or a `WebhookError` says how long.
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

export type Gate = ReturnType<typeof createGate>

/** Keeps requests that create from going, for as long as one caller has it closed. */
export function createGate() {
  let opened = Promise.resolve()
  return {
    /** @returns what opens it again. */
    close() {
      let open = () => {}
      const closed = new Promise<void>(resolve => {
        open = resolve
      })
      opened = opened.then(() => closed)
      return open
    },
    async opened() {
      // Another may have closed it meanwhile.
      for (let last: unknown; last !== opened; await last) last = opened
    },
  }
}
