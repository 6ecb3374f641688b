import type { OperationName } from '../../contract/operations.ts'
import { formatOutcome, type Outcome } from '../outcome.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** The caller's `signal` ended the call. */
export class AbortedError extends EntityScreeningError {
  protected static override readonly kind = 'AbortedError'
  override readonly name = 'AbortedError'
  override readonly code = 'aborted'
  readonly operation: OperationName

  constructor(operation: OperationName, outcome: Outcome) {
    super(`${operation}: aborted by the caller${formatOutcome(operation, outcome)}`, outcome)
    this.operation = operation
  }
}
