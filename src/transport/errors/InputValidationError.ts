import { formatIssues, type Issue } from '../../contract/issues.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** What was given cannot be sent: thrown before any request, with every issue and never a value. */
export class InputValidationError extends EntityScreeningError {
  protected static override readonly kind = 'InputValidationError'
  override readonly name = 'InputValidationError'
  /** What was called: an operation, or `EntityScreening` for the options of the client. */
  readonly operation: string
  /** Each field that is wrong, with what is allowed there. */
  readonly issues: readonly Issue[]

  constructor(operation: string, issues: readonly Issue[]) {
    super(`${operation}: ${formatIssues(issues, 'the input')}`)
    this.operation = operation
    this.issues = issues
  }
}
