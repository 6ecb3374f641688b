import type { OperationName } from '../../contract/operations.ts'
import { formatOutcome, type Outcome } from '../outcome.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** No answer came in time; the limits are the options `timeout`, for one try, and `totalTimeout`, for all of them. */
export class TimeoutError extends EntityScreeningError {
  protected static override readonly kind = 'TimeoutError'
  override readonly name = 'TimeoutError'
  override readonly code = 'timeout'
  readonly operation: OperationName
  /** The status of an answer that did not come to its end: the work was done if it is a 2xx. Null where no answer came. */
  readonly status: number | null

  constructor(operation: OperationName, status: number | null, outcome: Outcome) {
    const what = status === null ? 'no answer' : `the answer (${status}) did not end`
    super(`${operation}: ${what} in time${formatOutcome(operation, outcome)}`, outcome)
    this.operation = operation
    this.status = status
  }
}
