import { formatIssues, type Issue } from '../../contract/issues.ts'
import { rowLimit } from '../../contract/values.ts'
import { methodOf } from '../method.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * What was given cannot be sent: thrown before any request, with every issue and never a value. Its code is `invalid_input`,
 * or `row_limit` for a bulk creation of no rows, or of more than 1000 (specification: Limits).
 *
 * @example
 * try {
 *   await client.entities.create({ type: 'person', name: 'Ilse Brandt', birthDate: '1961-02-30' })
 * } catch (error) {
 *   if (!InputValidationError.is(error)) throw error
 *   for (const { path, message } of error.issues) console.error(path.join('.'), message)
 * }
 */
export class InputValidationError extends EntityScreeningError {
  protected static override readonly kind = 'InputValidationError'
  override readonly name = 'InputValidationError'
  override readonly code: 'invalid_input' | 'row_limit'
  /** What was called: an operation, or `EntityScreening` for the options of the client. */
  readonly operation: string
  /** Each field that is wrong, with what is allowed there. */
  readonly issues: readonly Issue[]

  /** Made by the client; useful in tests that need such an error. */
  constructor(operation: string, issues: readonly Issue[]) {
    super(`${methodOf(operation)}: ${formatIssues(issues, 'the input')}`, 'not_done')
    this.code = issues.some(isRowLimit) ? 'row_limit' : 'invalid_input'
    this.operation = operation
    this.issues = issues
  }
}

/** More rows than one bulk request may carry (specification: Limits). */
function isRowLimit({ path, message }: Issue): boolean {
  return path.length === 1 && path[0] === 'rows' && message === rowLimit
}
