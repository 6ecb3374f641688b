/**
 * Whether the service did what was asked: `EntityScreeningError` explains each. Written as a lookup for the reason of `Open`.
 *
 * @inline
 */
export type Outcome = ['not_done', 'unknown', 'done'][number]

/** Redirects that ask for the same request elsewhere: here nothing was done. */
const elsewhere = new Set([301, 307, 308])

/**
 * What the status of a response says: docs/errors-and-retries.md has them all. A 302 or 303 may lead to the result of what was
 * done; a 408 may come from a proxy that waited too long for the service, a 499 from one whose own caller left.
 */
export function outcomeOf(status: number, headers: Headers): Outcome {
  if (status >= 200 && status < 300) return 'done'
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 499
  // A service that asks to come back at a certain time has done nothing.
  const isLater = status === 503 && readRetryAfter(headers.get('retry-after') ?? '', 0) !== null
  return isRefused || isLater || elsewhere.has(status) ? 'not_done' : 'unknown'
}

/** What the attempts of a call amount to: no later one undoes what an earlier one did, or may have done. */
export function outcomeAfter(before: Outcome, last: Outcome): Outcome {
  return before === 'done' || last === 'not_done' ? before : last
}

/** Whether the next attempt may succeed: after a timeout at a proxy, a rate limit, or a failure. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
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
