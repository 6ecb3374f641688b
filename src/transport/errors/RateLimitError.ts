import { ApiError, type ApiErrorDetails } from './ApiError.ts'

/** 429: too many requests. The specification shows no rates; a gateway may have some. */
export class RateLimitError extends ApiError {
  protected static override readonly kind = 'RateLimitError'
  override readonly name = 'RateLimitError'
  override readonly code = 'rate_limited'
  /** The Retry-After header as it came: seconds, or an HTTP date; null where there was none. */
  readonly retryAfter: string | null

  constructor(details: ApiErrorDetails) {
    super(details)
    this.retryAfter = details.retryAfter
  }
}
