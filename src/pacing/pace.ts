import { isError } from '../shared/errors.ts'
import { sleep } from './sleep.ts'

/** Holds all requests back together after a failure, and knows when there have been failures for too long. */
export interface Pace {
  /** Resolves when a request may be sent. */
  ready(): Promise<void>
  succeeded(): void
  /** Begins a pause: as long as the service asks for, or one that grows with each failure; false where the failures have lasted for `giveUpAfter`. */
  failed(error: unknown): boolean
  /** Waits for a time of one's own. */
  wait(milliseconds: number): Promise<void>
}

export interface PaceOptions {
  /** For how long nothing but failures may come, in milliseconds. */
  readonly giveUpAfter: number
  /** Ends every wait. */
  readonly signal: AbortSignal
  /** Called with the milliseconds of a pause, and with null at its end. */
  readonly onPause: (milliseconds: number | null) => void
}

const [firstPause, longestPause] = [100, 30_000]

/** However long a service asks for, it is asked again after an hour. */
const longestAsked = 3_600_000

export function createPace({ giveUpAfter, signal, onPause }: PaceOptions): Pace {
  let heldUntil = 0
  let failures = 0
  let failingSince: number | null = null
  return {
    async ready() {
      for (let left = heldUntil - performance.now(); left > 0 && !signal.aborted; ) {
        await sleep(left, signal)
        left = heldUntil - performance.now()
      }
    },
    succeeded() {
      if (failingSince !== null) onPause(null)
      failures = 0
      failingSince = null
    },
    failed(error) {
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
    wait: milliseconds => sleep(milliseconds, signal),
  }
}

/** The delay that a response asked for, in milliseconds: that of an `ApiError` or a `WebhookError`. */
function askedBy(error: unknown): number | null {
  const asked = isError(error) && 'retryAfter' in error ? error.retryAfter : null
  return typeof asked === 'number' ? Math.min(asked, longestAsked) : null
}

/** Keeps requests that create from going, for as long as one caller has it closed. */
export interface Gate {
  /** @returns what opens it again. */
  close(): () => void
  opened(): Promise<void>
}

export function createGate(): Gate {
  let closed = 0
  let waiting: (() => void)[] = []
  return {
    close() {
      closed += 1
      let isOpen = false
      return () => {
        if (isOpen) return
        isOpen = true
        closed -= 1
        if (closed > 0) return
        for (const go of waiting) go()
        waiting = []
      }
    },
    async opened() {
      while (closed > 0) await new Promise<void>(resolve => waiting.push(resolve))
    },
  }
}
