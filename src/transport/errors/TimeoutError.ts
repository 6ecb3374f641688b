import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** No answer came in time; the limits are the options `timeout`, for one try, and `totalTimeout`, for all of them. */
export class TimeoutError extends EntityScreeningError {
  protected static override readonly kind = 'TimeoutError'
  override readonly name = 'TimeoutError'
  readonly operation: OperationName
  /** The status of an answer that did not come to its end: the work was done if it is a 2xx. Null where no answer came. */
  readonly status: number | null

  constructor(operation: OperationName, status: number | null) {
    super(`${operation}: ${status === null ? 'no answer' : `the answer (${status}) did not end`} in time`)
    this.operation = operation
    this.status = status
  }
}
