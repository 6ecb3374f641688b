import type { Issue } from '../../contract/issues.ts'
import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * A success response cannot be read, or deviates from the specification while `validation` is `strict`. The
 * request was processed, so do not repeat a write. The code is `unreadable_response`.
 *
 * @example
 * const failure = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH' }).catch(error => error)
 * if (ResponseValidationError.is(failure)) console.error('created, but the response says:', failure.raw)
 */
export class ResponseValidationError extends EntityScreeningError<
  Pick<ResponseValidationError, 'status' | 'raw' | 'issues' | 'headers'>,
  OperationName
> {
  protected static override readonly kind = 'ResponseValidationError'
  declare readonly name: 'ResponseValidationError'
  override readonly code = 'unreadable_response'
  /** The HTTP status: always 2xx. */
  declare readonly status: number
  /**
   * The body: parsed if it is JSON, otherwise as text. Of a body of more than 64 KiB, the beginning of its text. For a stream, the
   * invalid entity. Null if the body is too long or incomplete.
   */
  declare readonly raw: unknown
  /** One issue for each invalid value in the body, with its path and a message about the allowed values. */
  declare readonly issues: readonly Issue[]
  /** A copy of the response headers without cookies, with the key redacted. */
  declare readonly headers: Headers
}
