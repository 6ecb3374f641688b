import { formatIssues, type Issue } from '../../contract/issues.ts'
import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * A successful answer that cannot be read. The work was done all the same: `status` and `raw` say what came, so that a
 * write is not repeated for want of reading.
 */
export class ResponseValidationError extends EntityScreeningError {
  protected static override readonly kind = 'ResponseValidationError'
  override readonly name = 'ResponseValidationError'
  override readonly code = 'unreadable_answer'
  readonly operation: OperationName
  /** The HTTP status, a 2xx. */
  readonly status: number
  /** The body: parsed where it is JSON, else its text. Of a stream the entity at fault, or null where that is no JSON. */
  readonly raw: unknown
  readonly issues: readonly Issue[]

  constructor(operation: OperationName, status: number, raw: unknown, issues: readonly Issue[]) {
    super(`${operation}: the answer (${status}) cannot be read: ${formatIssues(issues, 'the body')}`, 'done')
    this.operation = operation
    this.status = status
    this.raw = raw
    this.issues = issues
  }
}
