import ky, { isNetworkError, isTimeoutError } from 'ky'
import { within } from './body.ts'
import { type Context, runHook } from './context.ts'
import { codesOf } from './copy-cause.ts'
import { aborted, apiError, timedOut, toError, toForeignError } from './create-error.ts'
import { whyNotSendable } from './options/headers.ts'
import type { FetchInit } from './options/options.ts'
import { outcomeAfter, outcomeOf, wasNeverSent } from './outcome.ts'
import { failedCall, isSuccess, readStart } from './read-body.ts'
import { redactHeaders } from './redact.ts'
import { supportsCacheOption, unrepeatable } from './runtime.ts'

/** What an attempt sends. */
export interface Attempt {
  readonly url: string
  /** All but the key. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** What is left of an attempt that has taken so long, and of the call, in milliseconds. */
  readonly timeLeft: (spent: number) => number
}

/** The head of a response, and how many milliseconds it took. */
export interface ResponseHead {
  readonly response: Response
  readonly duration: number
}

/**
 * Makes one attempt, which ends with the head of a success, or throws why there is none. One hook is called before it, and one
 * after it, whatever it ends in.
 */
export async function makeAttempt(context: Context, attempt: Attempt): Promise<ResponseHead> {
  const { operation, options, settings, progress, redact, write } = context
  const { method } = context.contract
  const { hooks = {} } = settings
  const before = progress.outcome
  progress.attempts += 1
  progress.status = null
  const { call, attempts } = progress
  const line = `${operation} ${method} ${attempt.url}`
  const seen = () => ({ operation, call, attempt: attempts, method, url: redact.text(attempt.url) })
  let started = performance.now()
  const spent = () => performance.now() - started
  let begun: ResponseHead
  try {
    let sent = attempt
    if (hooks.beforeRequest !== undefined) {
      const headers = new Headers(attempt.headers)
      await runBeforeRequest(context, headers, async () => hooks.beforeRequest?.({ ...seen(), headers }))
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

/** The hook has as long as the whole call has: it may wait for a token, or for its turn. */
async function runBeforeRequest(
  context: Context,
  headers: Headers,
  hook: () => Promise<void>,
): Promise<void> {
  const { options, deadline } = context
  const failed = failedCall(context)
  const timeout = deadline - performance.now()
  const work = hook().catch(error => {
    throw aborted(failed, 'ended by the hook beforeRequest', error)
  })
  await within(work, { signal: options.signal, timeout, late: () => timedOut(failed) })
  const reason = whyNotSendable(headers.keys())
  if (reason !== null) throw aborted(failed, `ended, because the headers of the hook beforeRequest ${reason}`)
  // No hook sets the key.
  headers.delete('authorization')
}

/** Sends the request. From then on, the service may have processed it. ky keeps the time; what is sent is `init`. */
function request(context: Context, { url, headers, body, timeLeft }: Attempt): Promise<Response> {
  const { options, settings, progress } = context
  const { method, repeatable } = context.contract
  const { apiKey, fetch = globalThis.fetch } = settings
  const { signal } = options
  const time = timeLeft(0)
  return ky(url, {
    method,
    timeout: time < Number.POSITIVE_INFINITY && time,
    retry: 0,
    throwHttpErrors: false,
    fetch: fetchOnce,
    // ky copies all of its options once for each of them, so unset options are left out.
    ...(signal && { signal }),
  })

  async function fetchOnce(request: unknown): Promise<Response> {
    // Hooks take time: nothing is sent after the caller has aborted, or after the time is over.
    signal?.throwIfAborted()
    if (timeLeft(0) === 0) throw timedOut(failedCall(context))
    progress.outcome = outcomeAfter(progress.outcome, 'unknown')
    const response = await callFetch({
      method,
      headers: apiKey === null ? { ...headers } : { ...headers, authorization: `Bearer ${apiKey}` },
      redirect: 'manual',
      // Each attempt has its own, and no cache shares a response between requests with different signals.
      signal: combineSignals(request instanceof Request ? request.signal : null, signal),
      ...(body !== undefined && { body: repeatable ? body : unrepeatable(body) }),
      ...(method === 'GET' && supportsCacheOption() && { cache: 'no-store' }),
    })
    if (isResponse(response)) return response
    throw new TypeError('the option fetch must return a Response')
  }

  /** A fetch of the caller's own may ignore the signal. That a time limit is over, ky sees itself. */
  async function callFetch(init: FetchInit): Promise<unknown> {
    try {
      const pending = fetch(url, init)
      return await (signal ? within(Promise.resolve(pending), { signal }) : pending)
    } catch (error) {
      throw toForeignError(error)
    }
  }
}

/**
 * A signal for one attempt. The caller's is in it by itself: Node drops that of a request with the request, and the body of a response
 * lives longer.
 */
function combineSignals(ofRequest: AbortSignal | null, ofCaller: AbortSignal | undefined): AbortSignal {
  const own = ofRequest ?? new AbortController().signal
  return ofCaller !== undefined && 'any' in AbortSignal ? AbortSignal.any([ofCaller, own]) : own
}

/** The caller's own fetch may return anything. */
function isResponse(value: unknown): value is Response {
  const { status, headers } = Object(value)
  return Number.isInteger(status) && typeof headers?.get === 'function' && Symbol.iterator in headers
}

/** How long the body of an error may take. */
const longestReading = 10_000

/** Reads the body of an error status: it gives the reason, and leaves the connection to the next attempt. */
async function readError(
  context: Context,
  { timeLeft }: Attempt,
  { response, duration }: ResponseHead,
): Promise<Error> {
  const { status, headers, type } = response
  const failed = failedCall(context)
  if (type === 'opaqueredirect') return toError(null, failed, 'redirected, which is not followed')
  const time = Math.min(timeLeft(duration), longestReading)
  const text = await readStart(context, response, time)
  return context.options.signal?.aborted ? toError(null, failed) : apiError(failed, status, text, headers)
}
