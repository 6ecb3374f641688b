/** Whether the service did what was asked: `EntityScreeningError` explains each. A lookup for the reason of `Open`. @inline */
export type Outcome = ['not_done', 'unknown', 'done'][number]

/** Redirects that ask for the same request elsewhere: here nothing was done. */
const repeatableRedirects = new Set([301, 307, 308])

/**
 * Derives the outcome of a request from the status of its response: docs/errors-and-retries.md lists them all. A 302 or 303 may lead to
 * the result of a processed request. A 408 may come from a proxy that waited too long for the service, a 499 from one whose caller
 * left.
 */
export function deriveOutcome(status: number, headers: Headers): Outcome {
  if (status >= 200 && status < 300) return 'done'
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 499
  // A service that asks to come back at a certain time has done nothing.
  const isLater = status === 503 && readRetryAfter(headers.get('retry-after') ?? '', 0) !== null
  return isRefused || isLater || repeatableRedirects.has(status) ? 'not_done' : 'unknown'
}

/** Combines the outcomes of two attempts: a later one does not undo what an earlier one did or may have done. */
export function combineOutcomes(before: Outcome, last: Outcome): Outcome {
  return before === 'done' || last === 'not_done' ? before : last
}

/** Codes of looking a name up, of connecting, and of a certificate that is not trusted: a request follows only after these. */
const beforeSending =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|(?:CERT|DEPTH_ZERO|ERR_TLS_CERT|SELF_SIGNED|UNABLE_TO)_.*)$/

/** Whether the system's codes for a failure say that no request was sent: repeating then cannot do anything twice. */
export function wasNeverSent(codes: readonly string[]): boolean {
  return codes.length > 0 && codes.every(code => beforeSending.test(code))
}

/** Whether the next attempt may succeed: after a timeout at a proxy, a rate limit, or a failure. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** One value of a header that came several times. `fetch` joins them by commas; a date has a comma after its day of the week. */
const joinedValue = /\s*(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,)?[^,]+/gi

/**
 * The milliseconds that a Retry-After header asks for, in seconds or as a date; of several values, such as those of a proxy and of
 * the service, the longest. Null if none is either, a negative number for example.
 */
export function readRetryAfter(header: string, now: number): number | null {
  const delays = (header.match(joinedValue) ?? []).map(value => readDelay(value.trim(), now))
  const readable = delays.filter(Number.isFinite)
  return readable.length === 0 ? null : Math.max(0, ...readable)
}

function readDelay(value: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  // Without a time of day, engines read any text with a number in it as a date.
  return /\d:\d/.test(value) ? Date.parse(value) - now : Number.NaN
}
