import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** The codes of error statuses; `http_error` for a status without a subclass. @inline */
type ApiErrorCode =
  | 'bad_request'
  | 'invalid_key'
  | 'permission_denied'
  | 'entity_limit'
  | 'not_found'
  | 'rate_limited'
  | 'server_error'
  | 'http_error'

/**
 * The service, or a proxy in front of it, responded with an error status. The code is `http_error`, or the code of a subclass.
 *
 * @example
 * const failure = await client.entities.rescan(id).catch(error => error)
 * if (ApiError.is(failure)) console.error(failure.status, failure.reason ?? 'not the service', failure.requestId)
 */
export class ApiError extends EntityScreeningError<
  Pick<ApiError, 'status' | 'body' | 'reason' | 'retryAfter' | 'headers'>,
  OperationName
> {
  protected static override readonly kind: string = 'ApiError'
  override readonly code: ApiErrorCode = 'http_error'
  /**
   * The HTTP status. If a 2xx response has an error body, this is the `statusCode` in that body. Null if `entities.get` does not
   * find the entity in a complete list.
   */
  declare readonly status: number | null
  /** The body: parsed if it is JSON, otherwise as text. A long body is truncated to 64 KiB. */
  declare readonly body: unknown
  /** The service's error text; null if the body has none, for example if it is a proxy's HTML page. */
  declare readonly reason: string | null
  /** The delay in the Retry-After header, in milliseconds; null if there is no such header. */
  declare readonly retryAfter: number | null
  /** A copy of the response headers without cookies, with the key redacted. */
  declare readonly headers: Headers
}
