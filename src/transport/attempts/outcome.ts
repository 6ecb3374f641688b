import { isRecord } from '../../shared/json.ts'

/**
 * Whether the service has processed a request: `EntityScreeningError` explains each value. Written as an indexed type, so that
 * declaration files show the values instead of the alias.
 * @inline
 */
export type Outcome = ['not_done', 'unknown', 'done'][number]

/**
 * The statuses of redirects that ask the client to repeat the request at another URL. The service has not
 * processed such a request.
 */
const repeatableRedirects = new Set([301, 307, 308])

/**
 * Derives the outcome of a request from the status of its response, as documented in docs/errors-and-retries.md. A 302 or 303
 * may point to the result of a request that was processed. A 408 or 499 may come from a proxy that stopped waiting for the
 * service.
 */
export function deriveOutcome(status: number, headers: Pick<Headers, 'get'>): Outcome {
  if (status >= 200 && status < 300) return 'done'
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 499
  // A 503 with Retry-After means that the service has not processed the request.
  const isLater = status === 503 && readRetryAfter(headers.get('retry-after') ?? '', 0) !== null
  return isRefused || isLater || repeatableRedirects.has(status) ? 'not_done' : 'unknown'
}

/** Returns the error status that a body states, which counts even if the response itself has a success status; null if there is none. */
export function readStatedStatus(body: unknown): number | null {
  const statusCode = isRecord(body) ? Number(body.statusCode) : Number.NaN
  return Number.isInteger(statusCode) && statusCode >= 400 && statusCode < 600 ? statusCode : null
}

/**
 * Combines the outcome of earlier attempts with that of the last one. If the last attempt was not processed, the earlier
 * outcome stays.
 */
export function combineOutcomes(before: Outcome, last: Outcome): Outcome {
  return before === 'done' || last === 'not_done' ? before : last
}

/**
 * Matches the system codes of failed DNS look-ups, connections and certificate checks, which all happen
 * before a request is sent.
 */
const beforeSending =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|(?:CERT|DEPTH_ZERO|ERR_TLS_CERT|SELF_SIGNED|UNABLE_TO)_.*)$/

/**
 * Whether the system codes of a failure show that the request was not sent, so that it is safe to send again.
 */
export function wasNeverSent(codes: readonly string[]): boolean {
  return codes.length > 0 && codes.every(code => beforeSending.test(code))
}

/** Whether another attempt may succeed after a response with this status: a timeout, a rate limit or a server error. */
export function isTransientStatus(status: number | null): boolean {
  return status === 408 || status === 429 || (status ?? 0) >= 500
}

/**
 * Matches one value of a repeated header. `fetch` joins the values with commas; a date also has a comma after the day of the
 * week.
 */
const joinedValue = /\s*(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,)?[^,]+/gi

/**
 * Returns the delay in a Retry-After header, in milliseconds; the longest delay if a proxy and the service
 * both set one. Null if no value is a number of seconds or a date.
 */
export function readRetryAfter(header: string, now: number): number | null {
  const delays = (header.match(joinedValue) ?? []).map(value => readDelay(value.trim(), now))
  const readable = delays.filter(Number.isFinite)
  return readable.length === 0 ? null : Math.max(0, ...readable)
}

function readDelay(value: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  // A date must contain a time of day, because `Date.parse` accepts almost any text that contains a number.
  return /\d:\d/.test(value) ? Date.parse(value) - now : Number.NaN
}
