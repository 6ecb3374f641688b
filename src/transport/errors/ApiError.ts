import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError, type ErrorCode, type Origin } from './EntityScreeningError.ts'

/**
 * The service, or a proxy in front of it, responded with an error (specification: Errors). Statuses that have no class of their own,
 * such as 405, have the code `http_error`.
 *
 * @example
 * const failure = await client.entities.rescan(id).catch(error => error)
 * if (ApiError.is(failure)) console.error(failure.status, failure.reason ?? 'not the service', failure.requestId)
 */
export class ApiError extends EntityScreeningError<OperationName> {
  protected static override readonly kind: string = 'ApiError'
  override readonly name: string = 'ApiError'
  override readonly code: ErrorCode = 'http_error'
  /** The HTTP status; for a success whose body says that it is none, the `statusCode` of that body. */
  readonly status: number
  /** The body: parsed where it is JSON, else its text. */
  readonly body: unknown
  /** The service's own sentence; null where the body is no error of the service, such as a proxy's HTML. */
  readonly reason: string | null
  /**
   * How long the service asks you to wait before the next request, in milliseconds, 0 or more, counted from when the response
   * came; null if it does not say. It comes from the Retry-After header, in seconds or as a date, which a 429 or 503 may have.
   */
  readonly retryAfter: number | null
  /** A copy of the response headers without cookies, with the key redacted. */
  readonly headers: Headers

  /** Created by the client; tests may create one too. */
  constructor(
    message: string,
    details: Pick<ApiError, 'operation' | 'outcome' | 'status' | 'body' | 'reason' | 'retryAfter'> & Origin,
  ) {
    super(message, details)
    this.status = details.status
    this.body = details.body
    this.reason = details.reason
    this.retryAfter = details.retryAfter
    this.headers = details.headers ?? new Headers()
  }
}
