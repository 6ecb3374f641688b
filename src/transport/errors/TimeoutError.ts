import type { OperationName } from '../../contract/operations.ts'
import { methodOf } from '../method.ts'
import { formatOutcome, type Outcome } from '../outcome.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * No answer came in time; the limits are the options `timeout`, for one try, and `totalTimeout`, for all of them. Its code is
 * `timeout`.
 *
 * @example
 * try {
 *   await client.entities.list({ timeout: 500, retry: 0 })
 * } catch (error) {
 *   if (!TimeoutError.is(error)) throw error
 *   console.error(`${error.operation} took too long, outcome ${error.outcome}`)
 * }
 */
export class TimeoutError extends EntityScreeningError {
  protected static override readonly kind = 'TimeoutError'
  override readonly name = 'TimeoutError'
  override readonly code = 'timeout'
  /** The operation that was called. */
  readonly operation: OperationName
  /** The status of an answer that did not come to its end: the work was done if it is a 2xx. Null where no answer came. */
  readonly status: number | null

  /** Made by the client; useful in tests that need such an error. */
  constructor(operation: OperationName, status: number | null, outcome: Outcome) {
    const what = status === null ? 'no answer' : `the answer (${status}) did not end`
    super(`${methodOf(operation)}: ${what} in time${formatOutcome(operation, outcome)}`, outcome)
    this.operation = operation
    this.status = status
  }
}
