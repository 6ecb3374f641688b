import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** The caller's `signal` ended the call. */
export class AbortedError extends EntityScreeningError {
  protected static override readonly kind = 'AbortedError'
  override readonly name = 'AbortedError'
  readonly operation: OperationName

  constructor(operation: OperationName) {
    super(`${operation}: aborted by the caller`)
    this.operation = operation
  }
}
