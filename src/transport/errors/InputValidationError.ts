import type { Issue } from '../../contract/issues.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * The input was refused before any request was sent. The code is `invalid_input`, or `row_limit` if there are
 * no rows or too many.
 *
 * @example
 * const input: CreateEntityInput = { type: 'person', name: 'Ilse Brandt', birthDate: '1961-02-30' }
 * const failure = await client.entities.create(input).catch(error => error)
 * if (InputValidationError.is(failure))
 *   for (const { path, message } of failure.issues) console.error(path.join('.'), message)
 */
export class InputValidationError extends EntityScreeningError<
  Pick<InputValidationError, 'code' | 'issues'>
> {
  protected static override readonly kind = 'InputValidationError'
  declare readonly name: 'InputValidationError'
  declare readonly code: 'invalid_input' | 'row_limit'
  /**
   * One issue for each invalid field. Its message states the allowed values. The issues do not contain the
   * rejected values.
   */
  declare readonly issues: readonly Issue[]
}
