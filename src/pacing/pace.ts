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

/** However long a service asks for, it is asked again after an hour. */
const [firstPause, longestPause, longestAsked] = [100, 30_000, 3_600_000]

export type Pace = ReturnType<typeof createPace>

/** Holds all requests back together after a failure, and knows when there have been failures for too long. */
export function createPace({ giveUpAfter, signal, onPause }: PaceOptions) {
  let heldUntil = 0
  let failures = 0
  let failingSince: number | null = null
  const wait = (milliseconds: number) => sleep(Math.max(0, milliseconds), signal)
  return {
    /** Waits for a time of one's own. */
    wait,
    /** Resolves when a request may be sent. */
    async ready() {
      while (heldUntil > performance.now() && !signal.aborted) await wait(heldUntil - performance.now())
    },
    succeeded() {
      if (failingSince !== null) onPause(null)
      failures = 0
      failingSince = null
    },
    /** Begins a pause: as long as the service asks for, or one that grows with each failure; false where the failures have lasted for `giveUpAfter`. */
    failed(error: unknown) {
      // Not the time of day, which may be set back by an hour.
      const now = performance.now()
      failingSince ??= now
      const pause = askedBy(error) ?? Math.random() * Math.min(longestPause, firstPause * 2 ** failures)
      failures += 1
      heldUntil = Math.max(heldUntil, now + pause)
      if (heldUntil - failingSince > giveUpAfter) return false
      onPause(Math.round(heldUntil - now))
      return true
    },
  }
}

/** The delay that a response asked for, in milliseconds: that of an `ApiError` or a `WebhookError`. */
function askedBy(error: unknown): number | null {
  const asked = isError(error) && 'retryAfter' in error ? error.retryAfter : null
  return typeof asked === 'number' ? Math.min(asked, longestAsked) : null
}

export type Gate = ReturnType<typeof createGate>

/** Keeps requests that create from going, for as long as one caller has it closed. */
export function createGate() {
  const closed = new Set<Promise<void>>()
  return {
    /** @returns what opens it again. */
    close() {
      let open = () => {}
      const opened = new Promise<void>(resolve => {
        open = resolve
      })
      closed.add(opened)
      return () => {
        closed.delete(opened)
        open()
      }
    },
    async opened() {
      for (const opened of closed) await opened
    },
  }
}
