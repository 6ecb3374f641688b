import ky, { isNetworkError, isTimeoutError } from 'ky'
import { type Operation, operations } from '../contract/operations.ts'
import { sleep } from '../pacing/sleep.ts'
import { readText, tooLong, within } from './body.ts'
import { type Context, tell } from './call.ts'
import { aborted, apiError, codesOf, headOf, timedOut, toError, unreadable } from './create-error.ts'
import { ApiError } from './errors/ApiError.ts'
import { ConnectionError } from './errors/ConnectionError.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import type { Hooks } from './options/options.ts'
import { mergeHeaders, resolvePath } from './options/resolve.ts'
import { isPassing, outcomeAfter, outcomeOf, wasNeverSent } from './outcome.ts'
import { redactHeaders } from './redact.ts'

/** A request that has been checked. */
export interface Outgoing {
  /** Where it goes; further paths are for an operation whose path is not shown. */
  readonly paths: readonly string[]
  readonly body: string | undefined
}

/** A request that has succeeded, and whose body is read on demand: of that response, or of a retry's. */
export interface SentRequest {
  readonly response: Response
  read(): Promise<{ readonly response: Response; readonly text: string }>
}

/** What an attempt sends. */
interface Attempt {
  readonly url: string
  /** A plain object, which ky copies faster than `Headers`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** What is left of an attempt that has taken so long, and of the call, in milliseconds. */
  readonly left: (spent: number) => number | false
}

/** The head of a response, and how many milliseconds it took. */
interface Begun {
  readonly response: Response
  readonly duration: number
}

/**
 * Sends until a success begins, and reads its body on demand. Attempts, waits and time limits are decided here alone, for heads
 * and bodies: a repeatable request is sent again if its body breaks off.
 */
export async function send(context: Context, { paths, body }: Outgoing): Promise<SentRequest> {
  const { operation, options, settings, redact, progress } = context
  const { signal, timeout = settings.timeout, maxRetries = settings.maxRetries } = options
  const { maximumDelay = 8000, maximumRetryAfter = 60_000 } = options.retry ?? settings.retry ?? {}
  const deadline = performance.now() + (settings.totalTimeout || Number.POSITIVE_INFINITY)
  const { baseUrl } = settings
  const base = baseUrl.startsWith('/') ? resolvePath(operation, baseUrl) : baseUrl
  const [url = base, ...otherUrls] = paths.map(path => base + path)
  const headers = {
    ...(options.headers ? mergeHeaders(settings.headers, options.headers) : settings.headers),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }),
  }
  let attempt: Attempt = { url, headers, body, left }
  let retries = 0
  const first = await begin()
  return { response: first.response, read: () => readWhole(first) }

  /** Repeats until a success begins. Where a path is not shown, the alternative follows a 404. */
  async function begin(): Promise<Begun> {
    for (;;) {
      try {
        return await makeAttempt(context, attempt)
      } catch (error) {
        const other = NotFoundError.is(error) ? otherUrls.shift() : undefined
        if (other === undefined) await waitForNext(error)
        else attempt = { ...attempt, url: other }
      }
    }
  }

  function left(spent: number): number | false {
    const limit = Math.min((timeout || Number.POSITIVE_INFINITY) - spent, deadline - performance.now())
    return Number.isFinite(limit) && Math.max(0, limit)
  }

  /** Waits for the next attempt; throws the error where there is none. */
  async function waitForNext(error: unknown): Promise<void> {
    // What is not repeatable is sent again only if nothing was done.
    const mayRepeat = operations[operation].repeatable || progress.outcome === 'not_done'
    if (!mayRepeat || retries >= maxRetries || !isTemporary(error, progress.status)) throw error
    const asked = ApiError.is(error) ? error.retryAfter : null
    const jitter = Math.random() * Math.min(maximumDelay, 300 * 2 ** retries)
    const delay = asked === null ? jitter : Math.min(asked, maximumRetryAfter)
    // A timer may end two milliseconds early, and nothing is left to try in those.
    const rest = Math.max(0, deadline - performance.now() - 2)
    await sleep(Math.min(delay, rest), signal)
    progress.failure = error
    if (signal?.aborted) throw toError(null, failedCall(context))
    if (delay >= rest) throw TimeoutError.is(error) ? error : timedOut(failedCall(context))
    retries += 1
  }

  async function readWhole({ response, duration }: Begun): ReturnType<SentRequest['read']> {
    try {
      const late = () => timedOut(failedCall(context, response))
      const limits = { timeout: left(duration), signal, late }
      const text = await readText(response, settings.maxResponseBytes, limits)
      if (text !== null) return { response, text }
    } catch (error) {
      await waitForNext(toError(error, failedCall(context, response)))
      return readWhole(await begin())
    }
    throw unreadable(operation, headOf(response, redact), null, [
      { path: [], message: tooLong(settings.maxResponseBytes) },
    ])
  }
}

/** Whether another attempt may succeed. A browser gives a redirect that is not followed the status 0. */
function isTemporary(error: unknown, status: number | null): boolean {
  if (ApiError.is(error)) return isPassing(error.status)
  return TimeoutError.is(error) || (ConnectionError.is(error) && status !== 0)
}

/** What is known of a call when it fails, and of the response if one has begun. */
export function failedCall({ operation, options, progress, redact }: Context, response?: Response) {
  const { outcome, status: last, failure: cause } = progress
  const status = last !== null && isSuccess(last) ? last : null
  const requestId = response ? headOf(response, redact).requestId : null
  const { repeatable } = operations[operation]
  return { operation, repeatable, outcome, status, requestId, cause, redact, signal: options.signal }
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** Makes one attempt, which ends with the head of a success, or throws why there is none. */
export async function makeAttempt(context: Context, attempt: Attempt): Promise<Begun> {
  const { progress, settings } = context
  throwIfEnded(context, attempt)
  progress.attempts += 1
  progress.status = null
  const begun = settings.hooks
    ? await sendWithHooks(settings.hooks, context, attempt)
    : await sendOnce(context, attempt)
  if (isSuccess(begun.response.status)) return begun
  throw await readError(context, attempt, begun)
}

/** Nothing may be sent once the caller has left, or the call has taken as long as it may. */
function throwIfEnded(context: Context, { left }: Attempt): void {
  if (context.options.signal?.aborted) throw toError(null, failedCall(context))
  if (left(0) === 0) throw timedOut(failedCall(context))
}

/** Calls one hook before the attempt, and one after it, whatever it ends in. */
async function sendWithHooks(
  { beforeRequest, afterResponse, afterFailure }: Hooks,
  context: Context,
  attempt: Attempt,
): Promise<Begun> {
  const { operation, progress, redact } = context
  const { method }: Operation = operations[operation]
  const url = redact.text(attempt.url)
  const seen = { operation, call: progress.call, attempt: progress.attempts, method, url }
  let started = performance.now()
  try {
    const { authorization, ...shown } = attempt.headers
    const headers = new Headers(shown)
    try {
      await beforeRequest?.({ ...seen, headers })
    } catch (thrown) {
      throw aborted(failedCall(context), 'ended by the hook beforeRequest', thrown)
    }
    // The key is none of them.
    headers.delete('authorization')
    const changed = { ...Object.fromEntries(headers), ...(authorization && { authorization }) }
    started = performance.now()
    throwIfEnded(context, attempt)
    const begun = await sendOnce(context, { ...attempt, headers: changed })
    const { status, headers: received } = begun.response
    const told = { status, headers: redactHeaders(received, redact), duration: performance.now() - started }
    await tell(context, 'afterResponse', afterResponse, { ...seen, ...told })
    return begun
  } catch (error) {
    const duration = performance.now() - started
    await tell(context, 'afterFailure', afterFailure, { ...seen, error, duration })
    throw error
  }
}

async function sendOnce(context: Context, { url, headers, body, left }: Attempt): Promise<Begun> {
  const { operation, options, settings, progress, write } = context
  const { method }: Operation = operations[operation]
  const { signal } = options
  const started = performance.now()
  let isSent = false
  try {
    write('debug', () => `${operation} ${method} ${url} (attempt ${progress.attempts})`)
    // ky copies all of its options once for each of them, so unset options are left out.
    const set = { ...(body !== undefined && { body }), ...(signal && { signal }) }
    const fixed = { retry: 0, throwHttpErrors: false, redirect: 'manual', fetch: fetchOnce } as const
    const response = await ky(url, { method, headers, timeout: left(0), ...set, ...fixed })
    const { status } = response
    progress.status = status
    progress.outcome = outcomeAfter(progress.outcome, outcomeOf(status, response.headers))
    const duration = performance.now() - started
    write('info', () => `${operation} ${method} ${url} → ${status} (${Math.round(duration)} ms)`)
    return { response, duration }
  } catch (thrown) {
    const cause = isNetworkError(thrown) ? thrown.cause : thrown
    // What the caller gives as the reason of an abort says nothing of the request.
    if (isSent && (signal?.aborted || !wasNeverSent(codesOf(cause))))
      progress.outcome = outcomeAfter(progress.outcome, 'unknown')
    const failed = failedCall(context)
    throw isTimeoutError(thrown) && !signal?.aborted ? timedOut(failed) : toError(cause, failed)
  }

  async function fetchOnce(input: string | URL | Request): Promise<Response> {
    // The caller's signal may look at a clock when it is asked.
    signal?.throwIfAborted()
    isSent = true
    const { fetch = globalThis.fetch } = settings
    const pending = fetch(input instanceof Request ? input : new Request(input))
    // A fetch of the caller's own may not look at the signal. That a time limit is over, ky sees itself.
    const response: unknown = await (signal ? within(Promise.resolve(pending), { signal }) : pending)
    if (isResponse(response)) return response
    throw new TypeError('the option fetch must return a Response')
  }
}

/** The caller's own fetch may return anything. */
function isResponse(value: unknown): value is Response {
  const { status, headers } = Object(value)
  return Number.isInteger(status) && typeof headers?.get === 'function' && Symbol.iterator in headers
}

/** The most bytes that are read of an error, and how long that may take where attempts have no limit. */
const [longestError, longestReading] = [10 * 1024 * 1024, 10_000]

/** Reads the body of an error status: it gives the reason, and leaves the connection to the next attempt. */
async function readError(context: Context, { left }: Attempt, { response, duration }: Begun): Promise<Error> {
  const { status, headers, type } = response
  const { signal } = context.options
  const failed = failedCall(context)
  if (type === 'opaqueredirect') return toError(null, failed, 'redirected, which is not followed')
  const limit = left(duration)
  const limits = { timeout: limit === false ? longestReading : limit, signal }
  const text = await readText(response, longestError, limits).catch(() => null)
  return signal?.aborted ? toError(null, failed) : apiError(failed, status, text ?? '', headers)
}
