import ky, { isNetworkError, isTimeoutError } from 'ky'
import { type Operation, operations } from '../contract/operations.ts'
import { sleep } from '../pacing/sleep.ts'
import { within } from './body.ts'
import { type Context, runHook } from './context.ts'
import { aborted, apiError, codesOf, timedOut, toError } from './create-error.ts'
import { refusal } from './decode-response.ts'
import { ApiError } from './errors/ApiError.ts'
import { ConnectionError } from './errors/ConnectionError.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { mergeHeaders, resolvePath } from './options/resolve.ts'
import { isPassing, outcomeAfter, outcomeOf, wasNeverSent } from './outcome.ts'
import { failedCall, isSuccess, readText, tooLong } from './read-body.ts'
import { redactHeaders } from './redact.ts'

/** What an attempt sends. */
interface Attempt {
  readonly url: string
  /** All but the key. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** What is left of an attempt that has taken so long, and of the call, in milliseconds. */
  readonly timeLeft: (spent: number) => number
}

/** The head of a response, and how many milliseconds it took. */
interface Begun {
  readonly response: Response
  readonly duration: number
}

/** A response that has been read. */
type Whole = { readonly response: Response; readonly text: string }

/**
 * Sends until a success begins, and reads its body on demand. Attempts, waits and time limits are decided here alone, for heads
 * and bodies: a repeatable request is sent again if its body breaks off.
 *
 * @param paths - Where it goes; further paths are for an operation whose path is not shown.
 */
export async function send(context: Context, paths: readonly string[], body: string | undefined) {
  const { operation, options, settings, progress } = context
  const { signal, timeout = settings.timeout, maxRetries = settings.maxRetries } = options
  const { maximumDelay = 8000, maximumRetryAfter = 60_000 } = options.retry ?? settings.retry ?? {}
  const { baseUrl, maxResponseBytes } = settings
  const limit = timeout || Number.POSITIVE_INFINITY
  const deadline = performance.now() + (settings.totalTimeout || Number.POSITIVE_INFINITY)
  const timeLeft = (spent: number) => Math.max(0, Math.min(limit - spent, deadline - performance.now()))
  const base = baseUrl.startsWith('/') ? resolvePath(operation, baseUrl) : baseUrl
  const [url = base, ...otherUrls] = paths.map(path => base + path)
  const content = body === undefined ? {} : { 'content-type': 'application/json' }
  const own = options.headers ? mergeHeaders(settings.headers, options.headers) : settings.headers
  const headers = { ...own, ...content }
  let attempt: Attempt = { url, headers, body, timeLeft }
  let retries = 0
  const first = await begin()
  return { response: first.response, read: () => readWhole(first) }

  /** Repeats until a success begins. Where a path is not shown, the alternative follows a 404. */
  async function begin(): Promise<Begun> {
    for (;;) {
      if (signal?.aborted) throw toError(null, failedCall(context))
      try {
        return await makeAttempt(context, attempt)
      } catch (error) {
        const other = NotFoundError.is(error) ? otherUrls.shift() : undefined
        if (other === undefined) await waitForNext(error)
        else attempt = { ...attempt, url: other }
      }
    }
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
    if (delay >= rest && !signal?.aborted)
      throw TimeoutError.is(error) ? error : timedOut(failedCall(context))
    retries += 1
  }

  async function readWhole({ response, duration }: Begun): Promise<Whole> {
    try {
      const text = await readText(context, response, maxResponseBytes, timeLeft(duration))
      if (text !== null) return { response, text }
    } catch (error) {
      await waitForNext(error)
      return readWhole(await begin())
    }
    throw refusal(context, response, [{ path: [], message: tooLong(maxResponseBytes) }], null)
  }
}

/** Whether another attempt may succeed. A browser gives a redirect that is not followed the status 0. */
function isTemporary(error: unknown, status: number | null): boolean {
  if (ApiError.is(error)) return isPassing(error.status)
  return TimeoutError.is(error) || (ConnectionError.is(error) && status !== 0)
}

/**
 * Makes one attempt, which ends with the head of a success, or throws why there is none. One hook is called before it, and one
 * after it, whatever it ends in.
 */
export async function makeAttempt(context: Context, attempt: Attempt): Promise<Begun> {
  const { operation, options, settings, progress, redact, write } = context
  const { method }: Operation = operations[operation]
  const { hooks = {} } = settings
  const before = progress.outcome
  progress.attempts += 1
  progress.status = null
  const { call, attempts } = progress
  const line = `${operation} ${method} ${attempt.url}`
  const seen = () => ({ operation, call, attempt: attempts, method, url: redact.text(attempt.url) })
  let started = performance.now()
  const spent = () => performance.now() - started
  let begun: Begun
  try {
    let sent = attempt
    if (hooks.beforeRequest !== undefined) {
      const headers = new Headers(attempt.headers)
      try {
        await hooks.beforeRequest({ ...seen(), headers })
      } catch (thrown) {
        throw aborted(failedCall(context), 'ended by the hook beforeRequest', thrown)
      }
      sent = { ...attempt, headers: Object.fromEntries(headers) }
    }
    write('debug', () => `${line} (attempt ${attempts})`)
    started = performance.now()
    const response = await request(context, sent)
    begun = { response, duration: spent() }
  } catch (thrown) {
    const cause = isNetworkError(thrown) ? thrown.cause : thrown
    const isAborted = options.signal?.aborted
    // What the caller gives as the reason of an abort says nothing of the request.
    if (!isAborted && wasNeverSent(codesOf(cause))) progress.outcome = before
    const failed = failedCall(context)
    const error = isTimeoutError(thrown) && !isAborted ? timedOut(failed) : toError(cause, failed)
    await runHook(context, 'afterFailure', hooks.afterFailure, () => ({
      ...seen(),
      error,
      duration: spent(),
    }))
    throw error
  }
  const { status, headers } = begun.response
  progress.status = status
  progress.outcome = outcomeAfter(before, outcomeOf(status, headers))
  write('info', () => `${line} → ${status} (${Math.round(begun.duration)} ms)`)
  await runHook(context, 'afterResponse', hooks.afterResponse, () => ({
    ...seen(),
    status,
    headers: redactHeaders(headers, redact),
    duration: begun.duration,
  }))
  if (isSuccess(status)) return begun
  throw await readError(context, attempt, begun)
}

/** Sends what may have been done from then on. */
function request(context: Context, { url, headers, body, timeLeft }: Attempt): Promise<Response> {
  const { operation, options, settings, progress } = context
  const { method }: Operation = operations[operation]
  const { apiKey, fetch = globalThis.fetch } = settings
  const { signal } = options
  const time = timeLeft(0)
  return ky(url, {
    method,
    // The key is none of those that a hook may set.
    headers: { ...headers, authorization: apiKey === null ? undefined : `Bearer ${apiKey}` },
    timeout: time < Number.POSITIVE_INFINITY && time,
    retry: 0,
    throwHttpErrors: false,
    redirect: 'manual',
    fetch: fetchOnce,
    // ky copies all of its options once for each of them, so unset options are left out.
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })

  async function fetchOnce(input: string | URL | Request): Promise<Response> {
    // Nothing is sent once the caller has left, or the call has taken as long as it may: hooks take time.
    signal?.throwIfAborted()
    if (timeLeft(0) === 0) throw timedOut(failedCall(context))
    progress.outcome = outcomeAfter(progress.outcome, 'unknown')
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

/** The most bytes that are read of an error, and how long that may take. */
const [longestError, longestReading] = [10 * 1024 * 1024, 10_000]

/** Reads the body of an error status: it gives the reason, and leaves the connection to the next attempt. */
async function readError(
  context: Context,
  { timeLeft }: Attempt,
  { response, duration }: Begun,
): Promise<Error> {
  const { status, headers, type } = response
  const failed = failedCall(context)
  if (type === 'opaqueredirect') return toError(null, failed, 'redirected, which is not followed')
  const time = Math.min(timeLeft(duration), longestReading)
  const text = await readText(context, response, longestError, time).catch(() => null)
  return context.options.signal?.aborted
    ? toError(null, failed)
    : apiError(failed, status, text ?? '', headers)
}
