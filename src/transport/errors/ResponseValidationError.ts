import type { Issue } from '../../contract/issues.ts'
import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * A successful response that cannot be read, or in `strict` mode one that differs from the specification. Its code is
 * `unreadable_response`. The request was processed: `status` and `raw` show the response, so that a write is not repeated.
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
  override readonly code = 'unreadable_response'
  /** The HTTP status, a 2xx. */
  declare readonly status: number
  /** The body: parsed where it is JSON, else its text; of a stream the entity at fault. Null where it is too long, or cut off. */
  declare readonly raw: unknown
  /** Each place of the body that is wrong, with what belongs there. */
  declare readonly issues: readonly Issue[]
  /** A copy of the response headers without cookies, with the key redacted. */
  declare readonly headers: Headers
}
