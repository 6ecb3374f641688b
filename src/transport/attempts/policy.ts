import { isHTTPError, type Options } from 'ky'
import type { Operation } from '../../contract/operations.ts'
import { ConnectionError } from '../errors/ConnectionError.ts'
import { TimeoutError } from '../errors/TimeoutError.ts'
import { outcomeOf } from '../outcome.ts'
import { HookFailure } from './hook-failure.ts'
import { wasNeverSent } from './never-sent.ts'

/**
 * How often a call is repeated, and how long between: what is repeated at all depends on the operation, and is in
 * docs/errors-and-retries.md.
 *
 * @example
 * const patient = client.with({ retry: { limit: 5, maximumDelay: 30_000 } })
 */
export interface RetryOptions {
  /**
   * How many more attempts after the first; 0 for none.
   *
   * @default 2
   */
  limit?: number | undefined
  /**
   * The longest wait before an attempt, in milliseconds; the waits grow exponentially, with full jitter.
   *
   * @default 8000
   */
  maximumDelay?: number | undefined
  /**
   * The longest wait that a Retry-After header may ask for, in milliseconds; what asks for more is waited for so long.
   *
   * @default 60000
   */
  maximumRetryAfter?: number | undefined
}

/** ky's retry options for an operation: all that is temporary, or only what cannot have reached the service. */
export function retryPolicy(
  operation: Operation,
  retry: number | RetryOptions | undefined,
  tries: () => number,
): NonNullable<Options['retry']> {
  const {
    limit = 2,
    maximumDelay = 8000,
    maximumRetryAfter = 60_000,
  } = typeof retry === 'number' ? { limit: retry } : (retry ?? {})
  return {
    // A call whose response breaks off goes on with the attempts it has left.
    limit: limit - Math.max(0, tries() - 1),
    delay: () => 300 * 2 ** (tries() - 1),
    methods: [operation.method === 'GET' ? 'get' : operation.method === 'PUT' ? 'put' : 'post'],
    statusCodes: [408, 429, 500, 502, 503, 504],
    afterStatusCodes: [429, 503],
    maxRetryAfter: maximumRetryAfter,
    backoffLimit: maximumDelay,
    jitter: true,
    retryOnTimeout: true,
    shouldRetry: ({ error }) => {
      if (error instanceof HookFailure || !(operation.repeatable || wasRefused(error))) return false
      // A response that broke off. Undefined leaves the decision to the lists above.
      return ConnectionError.is(error) || TimeoutError.is(error) || undefined
    },
  }
}

/** True where the service certainly did nothing: it said "later", or no connection was made. */
function wasRefused(error: unknown): boolean {
  return isHTTPError(error)
    ? outcomeOf(error.response.status, error.response.headers) === 'not_done'
    : wasNeverSent(error)
}
