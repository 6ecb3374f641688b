import type { Issue } from '../../contract/issues.ts'
import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * A success that cannot be read, or that `strict` refuses: do not repeat a write. Its code is `unreadable_response`.
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
  /** The HTTP status, a 2xx. */
  declare readonly status: number
  /**
   * The outer and first values of the body, about 64 KiB: parsed if it is JSON, or its text. For a stream, the entity at fault. Null if
   * the body is too long or cut off.
   */
  declare readonly raw: unknown
  /** Each place of the body that is wrong, with what belongs there. */
  declare readonly issues: readonly Issue[]
  /** A copy of the response headers without cookies, with the key redacted. */
  declare readonly headers: Headers
}
