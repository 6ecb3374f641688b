import type { Issue } from '../../contract/issues.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * What was given cannot be sent: thrown before any request, with every issue and never a value. Its code is `invalid_input`,
 * or `row_limit` for a bulk creation of no rows, or of more than 1000 (specification: Limits).
 *
 * @example
 * const input: CreateEntity = { type: 'person', name: 'Ilse Brandt', birthDate: '1961-02-30' }
 * const failure = await client.entities.create(input).catch(error => error)
 * if (InputValidationError.is(failure))
 *   for (const { path, message } of failure.issues) console.error(path.join('.'), message)
 */
export class InputValidationError extends EntityScreeningError {
  protected static override readonly kind = 'InputValidationError'
  override readonly name = 'InputValidationError'
  override readonly code: 'invalid_input' | 'row_limit'
  /** Each field that is wrong, with what is allowed there. */
  readonly issues: readonly Issue[]

  /** Created by the client; tests may create one too. */
  constructor(message: string, details: Pick<InputValidationError, 'operation' | 'code' | 'issues'>) {
    super(message, { operation: details.operation, outcome: 'not_done' })
    this.code = details.code
    this.issues = details.issues
  }
}
