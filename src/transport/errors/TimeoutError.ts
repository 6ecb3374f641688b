import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** No answer came in time; the limits are the options `timeout`, for one try, and `totalTimeout`, for all of them. */
export class TimeoutError extends EntityScreeningError {
  protected static override readonly kind = 'TimeoutError'
  override readonly name = 'TimeoutError'
  readonly operation: OperationName

  constructor(operation: OperationName) {
    super(`${operation}: no answer in time`)
    this.operation = operation
  }
}
