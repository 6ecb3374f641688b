import { ApiError } from './ApiError.ts'

/**
 * 429, after all retries: too many requests (specification: Limits, which shows no request rates; a gateway may have some). Its
 * code is `rate_limited`; the request did nothing. `retryAfter` says how long to wait, if the service says so.
 *
 * @example
 * try {
 *   await client.entities.list()
 * } catch (error) {
 *   if (!RateLimitError.is(error)) throw error
 *   console.error(`call again in ${(error.retryAfter ?? 60_000) / 1000} seconds`)
 * }
 */
export class RateLimitError extends ApiError {
  protected static override readonly kind = 'RateLimitError'
  override readonly name = 'RateLimitError'
  override readonly code = 'rate_limited'
}
