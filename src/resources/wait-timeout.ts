import type { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import { WaitTimeoutError } from '../transport/errors/WaitTimeoutError.ts'

/** The state of a wait when its time is over. */
interface Unfinished {
  readonly operation: string
  readonly timeout: number | false
  readonly pending: readonly string[]
  readonly missing?: readonly string[]
  /** Why the last read of the list failed, if it did. */
  readonly failure?: EntityScreeningError | null
}

export function createWaitTimeoutError({
  operation,
  timeout,
  pending,
  missing = [],
  failure = null,
}: Unfinished): WaitTimeoutError {
  const absent = missing.length > 0 ? `, ${missing.length} of them not in the list` : ''
  const failed = failure === null ? '' : `; the last read of the list failed: ${failure.message}`
  const message = `${operation}: ${pending.length} still pending after ${timeout} ms${absent}${failed}`
  // The entities exist: `not_done` would invite a caller to create them again.
  const details = { operation, outcome: 'done', pending, missing, cause: failure ?? undefined } as const
  return new WaitTimeoutError(message, details)
}
