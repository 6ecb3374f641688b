import ky, { isNetworkError, isTimeoutError } from 'ky'
import { withTimeout } from '../../pacing/with-timeout.ts'
import { type Context, runHook } from '../context.ts'
import { codesOf } from '../copy-cause.ts'
import {
  createAbortedError,
  createApiError,
  createTimeoutError,
  toError,
  toForeignError,
} from '../create-error.ts'
import { whyNotSendable } from '../options/headers.ts'
import type { FetchInit } from '../options/options.ts'
import { redactHeaders } from '../redact.ts'
import { describeFailedCall, isSuccess, readErrorBody } from '../response/read-body.ts'
import { combineOutcomes, deriveOutcome, wasNeverSent } from './outcome.ts'
import { supportsCacheOption, unrepeatable } from './runtime.ts'

/** The request of an attempt, and its time limit. */
export interface Attempt {
  readonly url: string
  /** The headers without the key. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /**
   * Returns the milliseconds left for an attempt that has already taken `spent` milliseconds, but never more
   * than the call has left.
   */
  readonly timeLeft: (spent: number) => number
}

/** A response whose status and headers have arrived, and the milliseconds until then. */
export interface ResponseHead {
  readonly response: Response
  readonly duration: number
}

/**
 * Makes one attempt, and calls the hooks before and after it. Resolves when the status and headers of a success response have
 * arrived; throws otherwise.
 */
export async function makeAttempt(context: Context, attempt: Attempt): Promise<ResponseHead> {
  const { operation, methodName, options, settings, progress, redact, write } = context
  const { method } = context.contract
  const { hooks = {} } = settings
  const before = progress.outcome
  progress.attempts += 1
  progress.status = null
  const { call, attempts } = progress
  const line = `${methodName} ${method} ${attempt.url}`
  const createAttemptEvent = () => ({
    operation,
    call,
    attempt: attempts,
    method,
    url: redact.text(attempt.url),
  })
  let started = performance.now()
  const spent = () => performance.now() - started
  let head: ResponseHead
  try {
    let prepared = attempt
    if (hooks.beforeRequest !== undefined) {
      const headers = new Headers(attempt.headers)
      await runBeforeRequest(context, headers, async () =>
        hooks.beforeRequest?.({ ...createAttemptEvent(), headers }),
      )
      prepared = { ...attempt, headers: Object.fromEntries(headers) }
    }
    write('debug', () => `${line} (attempt ${attempts})`)
    started = performance.now()
    const response = await sendRequest(context, prepared)
    head = { response, duration: spent() }
  } catch (thrown) {
    const cause = isNetworkError(thrown) ? thrown.cause : thrown
    const isAborted = options.signal?.aborted
    // After an abort, the error is the caller's abort reason, which does not show whether the request was
    // sent.
    if (!isAborted && wasNeverSent(codesOf(cause))) progress.outcome = before
    const failed = describeFailedCall(context)
    const error = isTimeoutError(thrown) && !isAborted ? createTimeoutError(failed) : toError(cause, failed)
    await runHook(context, 'afterFailure', hooks.afterFailure, () => ({
      ...createAttemptEvent(),
      error,
      duration: spent(),
    }))
    throw error
  }
  const { status, headers } = head.response
  progress.status = status
  progress.outcome = combineOutcomes(before, deriveOutcome(status, headers))
  write('info', () => `${line} → ${status} (${Math.round(head.duration)} ms)`)
  await runHook(context, 'afterResponse', hooks.afterResponse, () => ({
    ...createAttemptEvent(),
    status,
    headers: redactHeaders(headers, redact),
    duration: head.duration,
  }))
  if (isSuccess(status)) return head
  throw await readError(context, attempt, head)
}

/**
 * Runs the hook `beforeRequest`. Only `totalTimeout` limits the hook, because the hook may have to wait for a
 * token or a rate limit.
 */
async function runBeforeRequest(
  context: Context,
  headers: Headers,
  hook: () => Promise<void>,
): Promise<void> {
  const { options, deadline } = context
  const failed = describeFailedCall(context)
  const timeout = deadline - performance.now()
  const work = hook().catch(error => {
    throw createAbortedError(failed, 'ended by the hook beforeRequest', error)
  })
  await withTimeout(work, {
    signal: options.signal,
    timeout,
    createTimeoutError: () => createTimeoutError(failed),
  })
  const reason = whyNotSendable(headers.keys())
  if (reason !== null)
    throw createAbortedError(failed, `ended, because the headers of the hook beforeRequest ${reason}`)
  // A hook must not set the API key.
  headers.delete('authorization')
}

/** Calls the `beforeSend` function, after all hooks and right before the request is sent. */
function runBeforeSend(context: Context): void {
  try {
    context.options.beforeSend?.()
  } catch (error) {
    throw createAbortedError(describeFailedCall(context), 'ended by beforeSend', error)
  }
}

/** Sends the request through ky, which applies the time limit. */
function sendRequest(context: Context, attempt: Attempt): Promise<Response> {
  const { signal } = context.options
  // Reads the global `fetch` now, because it may be replaced before ky sends the request.
  const { fetch = globalThis.fetch } = context.settings
  const time = attempt.timeLeft(0)
  return ky(attempt.url, {
    method: context.contract.method,
    timeout: time < Number.POSITIVE_INFINITY && time,
    retry: 0,
    throwHttpErrors: false,
    fetch: request => fetchOnce(context, attempt, request, fetch),
    // Unset options are omitted, because ky copies all options again for each of them.
    ...(signal && { signal }),
  })
}

/** Sends the request. Throws instead if the call was aborted, or its time limit was reached, while the hooks ran. */
async function fetchOnce(
  context: Context,
  attempt: Attempt,
  request: unknown,
  fetch: (url: string, init: FetchInit) => unknown,
): Promise<Response> {
  const { contract, options, settings, progress } = context
  const { method, repeatable } = contract
  const { apiKey } = settings
  const { url, headers, body, timeLeft } = attempt
  const { signal } = options
  signal?.throwIfAborted()
  runBeforeSend(context)
  if (timeLeft(0) === 0) throw createTimeoutError(describeFailedCall(context))
  progress.outcome = combineOutcomes(progress.outcome, 'unknown')
  const init: FetchInit = {
    method,
    headers: apiKey === null ? { ...headers } : { ...headers, authorization: `Bearer ${apiKey}` },
    redirect: 'manual',
    // Each attempt has its own signal. If attempts shared one, a cache could return one response for several of them.
    signal: combineSignals(request instanceof Request ? request.signal : null, signal),
    ...(body !== undefined && { body: repeatable ? body : unrepeatable(body) }),
    ...(method === 'GET' && supportsCacheOption() && { cache: 'no-store' }),
  }
  let response: unknown
  try {
    const pending = fetch(url, init)
    // The caller's `fetch` may ignore the signal, so an abort also ends this wait.
    response = await (signal ? withTimeout(Promise.resolve(pending), { signal }) : pending)
  } catch (error) {
    throw toForeignError(error)
  }
  if (isResponse(response)) return response
  throw new TypeError('the option fetch must return a Response')
}

/**
 * Creates the signal of one attempt. Includes the caller's signal itself, because Node may garbage-collect
 * ky's request and the request's signal while the body is still being read.
 */
function combineSignals(
  requestSignal: AbortSignal | null,
  callerSignal: AbortSignal | undefined,
): AbortSignal {
  const own = requestSignal ?? new AbortController().signal
  return callerSignal !== undefined && 'any' in AbortSignal ? AbortSignal.any([callerSignal, own]) : own
}

/** Whether a value is a response. The caller's `fetch` may return any value. */
function isResponse(value: unknown): value is Response {
  const { status, headers } = Object(value)
  return Number.isInteger(status) && typeof headers?.get === 'function' && Symbol.iterator in headers
}

/** The time limit for reading the body of an error, in milliseconds. */
const maxErrorReadingMs = 10_000

/**
 * Creates the error for an error status. Reads the body to get the reason, and to free the connection for the
 * next attempt.
 */
async function readError(
  context: Context,
  { timeLeft }: Attempt,
  { response, duration }: ResponseHead,
): Promise<Error> {
  const { status, headers, type } = response
  const failed = describeFailedCall(context)
  if (type === 'opaqueredirect') return toError(null, failed, 'redirected, which is not followed')
  const time = Math.min(timeLeft(duration), maxErrorReadingMs)
  const text = await readErrorBody(context, response, time)
  return context.options.signal?.aborted
    ? toError(null, failed)
    : createApiError(failed, status, text, headers)
}
