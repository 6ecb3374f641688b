import { withTimeout } from '../../pacing/with-timeout.ts'
import { whyNotKey } from '../../shared/key-mask.ts'
import type { Context } from '../context.ts'
import { codesOf } from '../copy-cause.ts'
import {
  createAbortedError,
  createUnreadableResponseError,
  describeHead,
  readRequestId,
  toError,
  toForeignError,
} from '../create-error.ts'
import type { FetchInit } from '../options/options.ts'
import { redactHeaders } from '../redact.ts'
import { describeFailedCall, isSuccess, readErrorBody, readResponseText } from '../response/read-body.ts'
import { assertTimeLeft, createStatusError, toAttemptError } from './end-attempt.ts'
import { type Attempt, beginAttempt, describeAttempt, type OperationRequest } from './operation-request.ts'
import { combineOutcomes, deriveOutcome, wasNeverSent } from './outcome.ts'
import { supportsCacheOption, unrepeatable } from './runtime.ts'

/** A `fetch` that may return any value, because the application may provide it. */
export type AnyFetch = (url: string, init: FetchInit) => unknown

/**
 * Begins an attempt, and runs the hook `beforeRequest`. Only the signal and `totalTimeout` end the hook, because the hook may have
 * to wait for a token or a rate limit.
 */
export async function prepareAttempt(operationRequest: OperationRequest): Promise<void> {
  const { context } = operationRequest
  const { options, settings } = context
  // If the response has already arrived, only its body is left to read.
  if (operationRequest.attempt !== null) return
  const attempt = beginAttempt(operationRequest)
  const headers = new Headers(attempt.headers)
  const failed = describeFailedCall(context)
  const runHook = async () =>
    settings.hooks?.beforeRequest?.({ ...describeAttempt(operationRequest, attempt), headers })
  const work = runHook().catch(error => {
    throw createAbortedError(failed, 'ended by the hook beforeRequest', error)
  })
  await withTimeout(work, { signal: options.signal })
  // A hook must not set the API key.
  headers.delete('authorization')
  attempt.headers = Object.fromEntries(headers)
  attempt.startedAt = performance.now()
}

/**
 * Makes one attempt: sends the request, and reads the body if the caller needs it. This is the `fetch` that ky calls, so that
 * ky's time limit applies to the complete attempt. Throws only errors of this package.
 *
 * @param kySignal - The signal that ky aborts when the time limit is reached.
 */
export async function makeAttempt(
  operationRequest: OperationRequest,
  fetch: AnyFetch,
  kySignal: AbortSignal | null,
): Promise<Response> {
  const { context } = operationRequest
  const { options, progress } = context
  const attempt = operationRequest.attempt ?? beginAttempt(operationRequest)
  const signal = createSignal(attempt, kySignal, options.signal)
  const response = attempt.response ?? (await receiveHead(operationRequest, attempt, fetch, signal))
  if (!isSuccess(response.status)) {
    await readErrorBody(context, response, attempt)
    throw createStatusError(context, attempt, response)
  }
  if (response.bodyUsed)
    throw createUnreadableResponseError(context, describeHead(response, context.redact), null, [
      bodyReadBefore,
    ])
  if (progress.isBodyWanted) {
    attempt.text = await readResponseText(context, response, attempt)
    attempt.isRead = true
  }
  return response
}

const bodyReadBefore = {
  path: [],
  message: 'was already read by the option fetch: read response.clone() there',
}

/** Sends the request. Resolves when status and headers have arrived. */
async function receiveHead(
  operationRequest: OperationRequest,
  attempt: Attempt,
  fetch: AnyFetch,
  signal: AbortSignal,
): Promise<Response> {
  const { context, url } = operationRequest
  const { methodName, contract, options, settings, progress, write } = context
  write('debug', () => `${methodName} ${contract.method} ${url} (attempt ${attempt.number})`)
  if (options.signal?.aborted) throw toError(null, describeFailedCall(context))
  const { apiKey } = settings
  const key = typeof apiKey === 'function' ? await readKey(context, apiKey) : apiKey
  // If the time limit has ended the attempt, the key comes too late.
  if (attempt.error !== null) throw attempt.error
  if (options.beforeSend !== undefined) runBeforeSend(context, options.beforeSend)
  assertTimeLeft(context)
  progress.outcome = combineOutcomes(progress.outcomeBefore, 'unknown')
  let response: unknown
  try {
    const pending = fetch(url, createInit(operationRequest, attempt, key, signal))
    // The caller's `fetch` may ignore the signal, so an abort also ends this wait.
    response = await (options.signal
      ? withTimeout(Promise.resolve(pending), { signal: options.signal })
      : pending)
    if (!isResponse(response)) throw new TypeError('the option fetch must return a Response')
  } catch (error) {
    // After an abort, the error is the caller's reason, which does not show whether the request was sent.
    const isUnsent = !options.signal?.aborted && attempt.error === null && wasNeverSent(codesOf(error))
    if (isUnsent) progress.outcome = progress.outcomeBefore
    throw toAttemptError(context, toForeignError(error))
  }
  // If the time limit has ended the attempt, this response of a `fetch` that ignores its signal comes too late.
  if (attempt.error !== null) throw attempt.error
  noteResponse(operationRequest, attempt, response)
  return response
}

/** Calls the function `apiKey`. @throws AbortedError if it fails or returns no key. */
async function readKey(context: Context, getKey: () => string | Promise<string>): Promise<string> {
  const failed = describeFailedCall(context)
  const callGetKey = async () => getKey()
  const work = callGetKey().catch(error => {
    throw createAbortedError(failed, 'ended, because the function apiKey failed', error)
  })
  const key = await withTimeout(work, { signal: context.options.signal })
  const problem = whyNotKey(key)
  if (problem !== null)
    throw createAbortedError(failed, `ended, because the result of the function apiKey ${problem}`)
  context.redact.learn(key)
  return key
}

function createInit(
  { context, body }: OperationRequest,
  { headers }: Attempt,
  apiKey: string | null,
  signal: AbortSignal,
): FetchInit {
  const { contract, options, settings } = context
  const { method, repeatable, isWrite } = contract
  const { cache, next, ...fetchOptions } = { ...settings.fetchOptions, ...options.fetchOptions }
  return {
    ...fetchOptions,
    ...(!isWrite && next !== undefined && { next }),
    ...(!isWrite && cache !== undefined && { cache }),
    ...(cache === undefined && method === 'GET' && supportsCacheOption() && { cache: 'no-store' }),
    method,
    headers: apiKey === null ? { ...headers } : { ...headers, authorization: `Bearer ${apiKey}` },
    redirect: 'manual',
    signal,
    ...(body !== undefined && { body: repeatable ? body : unrepeatable(body) }),
  }
}

/** Stores the status and the outcome of a response, and calls the hook `afterResponse`. */
function noteResponse(operationRequest: OperationRequest, attempt: Attempt, response: Response): void {
  const { context, url } = operationRequest
  const { methodName, contract, settings, progress, redact, write, notify } = context
  const { status, headers } = response
  const duration = performance.now() - attempt.startedAt
  attempt.response = response
  progress.status = status
  progress.headers = headers
  progress.outcome = combineOutcomes(progress.outcomeBefore, deriveOutcome(status, headers))
  write('info', () => `${methodName} ${contract.method} ${url} → ${status} (${Math.round(duration)} ms)`)
  if (settings.hooks?.afterResponse === undefined) return
  const shownHeaders = redactHeaders(headers, redact)
  notify('afterResponse', settings.hooks.afterResponse, {
    ...describeAttempt(operationRequest, attempt),
    ...{ status, requestId: readRequestId(headers, redact), headers: shownHeaders, duration },
  })
}

/** Calls the `beforeSend` function, after all hooks and right before the request is sent. */
function runBeforeSend(context: Context, beforeSend: () => void): void {
  try {
    beforeSend()
  } catch (error) {
    throw createAbortedError(describeFailedCall(context), 'ended by beforeSend', error)
  }
}

/** Creates the signal of one attempt. If attempts shared a signal, a cache could return one response for several of them. */
function createSignal(
  attempt: Attempt,
  kySignal: AbortSignal | null,
  callerSignal: AbortSignal | undefined,
): AbortSignal {
  if ('any' in AbortSignal) {
    const own = kySignal ?? new AbortController().signal
    return callerSignal === undefined ? own : AbortSignal.any([callerSignal, own])
  }
  // In React Native, ky aborts no signal: the end of the attempt aborts this one.
  attempt.controller = new AbortController()
  return attempt.controller.signal
}

/** Whether a value is a response. The caller's `fetch` may return any value. */
function isResponse(value: unknown): value is Response {
  const { status, headers } = Object(value)
  return Number.isInteger(status) && typeof headers?.get === 'function' && Symbol.iterator in headers
}
