import { ApiError, type ApiErrorDetails } from './ApiError.ts'

/**
 * 429, after all tries: too many requests. Request rates are not shown; a gateway may have some (specification: Limits). Its
 * code is `rate_limited`; the request that it answers did nothing.
 *
 * @example
 * try {
 *   await client.entities.list()
 * } catch (error) {
 *   if (!RateLimitError.is(error)) throw error
 *   console.error(`come back after ${error.retryAfter ?? 'a while'}`)
 * }
 */
export class RateLimitError extends ApiError {
  protected static override readonly kind = 'RateLimitError'
  override readonly name = 'RateLimitError'
  override readonly code = 'rate_limited'
  /** The Retry-After header as it came: seconds, or an HTTP date; null where there was none. */
  readonly retryAfter: string | null

  /** Made by the client; of use to tests that need such an error. */
  constructor(details: ApiErrorDetails) {
    super(details)
    this.retryAfter = details.retryAfter
  }
}
