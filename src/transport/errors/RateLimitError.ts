import { ApiError } from './ApiError.ts'

/**
 * 429, after all retries: too many requests. The service did not process the refused requests. The code is `rate_limited`.
 *
 * @example
 * const failure = await client.entities.list().catch(error => error)
 * if (RateLimitError.is(failure)) console.error(`call again in ${(failure.retryAfter ?? 60_000) / 1000} seconds`)
 */
export class RateLimitError extends ApiError {
  protected static override readonly kind = 'RateLimitError'
  declare readonly name: 'RateLimitError'
  declare readonly status: number
  override readonly code = 'rate_limited'
}
