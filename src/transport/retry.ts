import { isHTTPError, isNetworkError, type Options } from 'ky'
import type { Operation } from '../contract/operations.ts'
import { HookFailure } from './hook-failure.ts'
import { outcomeOf } from './outcome.ts'

/**
 * How often a call is repeated, and how long between: what is repeated at all depends on the operation, and is in
 * docs/errors-and-retries.md.
 *
 * @example
 * const patient = client.with({ retry: { limit: 5, maximumDelay: 30_000 } })
 */
export interface RetryOptions {
  /**
   * How many more tries after the first; 0 for none.
   *
   * @default 2
   */
  limit?: number | undefined
  /**
   * The longest wait before a try, in milliseconds; the waits grow exponentially, with full jitter.
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

const beforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** True for a failure before a request was sent: repeating cannot do anything twice. */
export function wasNeverSent(error: unknown): boolean {
  return beforeSending.has(failureCode(error) ?? '')
}

/** ky's retry options for an operation: all that is temporary, or only what cannot have reached the service. */
export function retryPolicy(
  operation: Operation,
  retry: number | RetryOptions | undefined,
): NonNullable<Options['retry']> {
  const {
    limit = 2,
    maximumDelay = 8000,
    maximumRetryAfter = 60_000,
  } = typeof retry === 'number' ? { limit: retry } : (retry ?? {})
  return {
    limit,
    methods: [operation.method === 'GET' ? 'get' : operation.method === 'PUT' ? 'put' : 'post'],
    statusCodes: [408, 429, 500, 502, 503, 504],
    afterStatusCodes: [429, 503],
    maxRetryAfter: maximumRetryAfter,
    backoffLimit: maximumDelay,
    jitter: true,
    retryOnTimeout: true,
    // Undefined leaves the decision to the lists above; false ends it.
    shouldRetry: ({ error }) =>
      !(error instanceof HookFailure) && (operation.repeatable || wasRefused(error)) ? undefined : false,
  }
}

/** True where the service certainly did nothing: it said "later", or no connection was made. */
function wasRefused(error: unknown): boolean {
  if (isHTTPError(error)) {
    return outcomeOf(error.response.status, error.response.headers) === 'not_done'
  }
  return isNetworkError(error) && wasNeverSent(error)
}

/** The system's code for a failed connection, such as ECONNREFUSED, from wherever the runtime put it. */
export function failureCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return null
}

/**
 * The wait that a Retry-After header asks for, in milliseconds: it holds seconds or a date.
 *
 * @returns null where it says neither, as where it is empty or negative.
 */
export function readRetryAfter(header: string, now: number): number | null {
  const given = header.trim()
  if (/^\d+(\.\d+)?$/.test(given)) return finite(Number(given) * 1000)
  // Without a time of day, what engines take for a date may be any text with a number in it.
  return /\d:\d/.test(given) ? finite(Math.max(0, Date.parse(given) - now)) : null
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
