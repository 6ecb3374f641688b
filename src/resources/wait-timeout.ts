import type { CalledMethod } from '../operations/operation-spec.ts'
import type { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import { WaitTimeoutError } from '../transport/errors/WaitTimeoutError.ts'

/**
 * The outcome of a wait that ends early: never `not_done`, because the entities exist and must not be created
 * again.
 */
export const waitOutcome = 'done'

/** The state of a wait when the time limit is reached. */
interface Unfinished {
  readonly method: CalledMethod<string>
  readonly timeout: number | false
  readonly pending: readonly string[]
  readonly missing?: readonly string[]
  /** The error of the last read of the list; null if that read succeeded. */
  readonly failure?: EntityScreeningError | null
}

export function createWaitTimeoutError({
  method: { operation, methodName },
  timeout,
  pending,
  missing = [],
  failure = null,
}: Unfinished): WaitTimeoutError {
  const absent = missing.length > 0 ? `, ${missing.length} of them not in the list` : ''
  // Removes the method name at the beginning of the failure's message, because the new message has its own
  // and a failed read may name another method.
  const reason = failure?.message.replace(/^[\w.]+: /, '')
  const failed = reason === undefined ? '' : `; the last read of the list failed: ${reason}`
  const message = `${methodName}: ${pending.length} still pending after ${timeout} ms${absent}${failed}`
  const details = { operation, outcome: waitOutcome, pending, missing, cause: failure ?? undefined } as const
  return new WaitTimeoutError(message, details)
}
