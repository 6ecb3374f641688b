import ky from 'ky'
import { sleep } from '../../pacing/sleep.ts'
import type { Context } from '../context.ts'
import { toError } from '../create-error.ts'
import { ApiError } from '../errors/ApiError.ts'
import { ConnectionError } from '../errors/ConnectionError.ts'
import type { EntityScreeningError } from '../errors/EntityScreeningError.ts'
import { NotFoundError } from '../errors/NotFoundError.ts'
import { TimeoutError } from '../errors/TimeoutError.ts'
import { resolvePath } from '../options/resolve.ts'
import { createHeaders } from '../request/headers.ts'
import { describeFailedCall } from '../response/read-body.ts'
import { assertTimeLeft, endAttempt, shortestTimeLeft } from './end-attempt.ts'
import { type AnyFetch, makeAttempt, prepareAttempt } from './make-attempt.ts'
import type { OperationRequest } from './operation-request.ts'
import { isTransientStatus } from './outcome.ts'

/** A request with its success response. */
export interface AnsweredRequest {
  readonly operationRequest: OperationRequest
  readonly response: Response
}

/**
 * Sends a request, with retries, until a success response arrives. After a 404, tries the next path.
 *
 * @param paths - The path, and alternative paths to try after a 404.
 */
export async function sendWithRetries(
  context: Context,
  paths: readonly string[],
  body: string | undefined,
): Promise<AnsweredRequest> {
  const { baseUrl } = context.settings
  const base = baseUrl.startsWith('/') ? resolvePath(context, baseUrl) : baseUrl
  const [path = '', ...otherPaths] = paths
  const url = base + path
  const headers = createHeaders(context, url, body)
  const operationRequest: OperationRequest = { context, url, headers, body, attempt: null, retries: 0 }
  for (const otherPath of otherPaths)
    try {
      return await runAttempts(operationRequest)
    } catch (error) {
      if (!NotFoundError.is(error)) throw error
      operationRequest.url = base + otherPath
      operationRequest.attempt = null
    }
  return runAttempts(operationRequest)
}

/**
 * Returns the text of the body. Reads it now if it has not been read yet. If the body is incomplete and the request is
 * repeatable, the request is sent again.
 */
export async function readText({ operationRequest, response }: AnsweredRequest) {
  const { context, attempt } = operationRequest
  if (attempt?.isRead) return { response, text: attempt.text }
  context.progress.isBodyWanted = true
  const success = await runAttempts(operationRequest)
  return { response: success.response, text: operationRequest.attempt?.text ?? '' }
}

/**
 * Makes attempts until one succeeds. The loop is not ky's, which clones each request for the next attempt, although few need one.
 */
async function runAttempts(operationRequest: OperationRequest): Promise<AnsweredRequest> {
  const { context } = operationRequest
  const { signal } = context.options
  // Reads the global `fetch` now, because it may be replaced before ky sends the request.
  const { fetch = globalThis.fetch } = context.settings
  if (signal?.aborted) throw toError(null, describeFailedCall(context))
  for (;;)
    try {
      return { operationRequest, response: await runAttempt(operationRequest, fetch) }
    } catch (thrown) {
      const error = endAttempt(operationRequest, thrown)
      if (!mayRetry(operationRequest, error)) throw error
      await waitForRetry(operationRequest, error)
    }
}

/** Makes one attempt. ky applies the time limits to it, and `totalTimeout` also to the hook before it. */
function runAttempt(operationRequest: OperationRequest, fetch: AnyFetch): Promise<Response> {
  const { contract, options, settings, deadline } = operationRequest.context
  const { timeout = settings.timeout } = options
  return ky(operationRequest.url, {
    method: contract.method,
    timeout,
    throwHttpErrors: false,
    retry: 0,
    fetch: request =>
      makeAttempt(operationRequest, fetch, request instanceof Request ? request.signal : null),
    // Unset options are omitted, because ky copies all options again for each of them.
    ...(settings.totalTimeout && { totalTimeout: Math.max(0, deadline - performance.now()) }),
    ...(settings.hooks?.beforeRequest && {
      hooks: { beforeRequest: [() => prepareAttempt(operationRequest)] },
    }),
  })
}

/** Whether another attempt may follow an error. */
function mayRetry({ context, retries }: OperationRequest, error: EntityScreeningError): boolean {
  const { contract, options, settings, progress, deadline } = context
  const { maxRetries = settings.maxRetries } = options
  // A request that is not repeatable is sent again only if the service has not processed it.
  const mayRepeat = contract.repeatable || progress.outcome === 'not_done'
  if (retries >= maxRetries || !mayRepeat || !isTransientError(error, progress.status)) return false
  // The call fails at once if no time would be left once the service is ready.
  return (readRetryDelay(context, error) ?? 0) <= deadline - performance.now() - shortestTimeLeft
}

/**
 * Waits for the delay before the next attempt: that in `Retry-After`, or an exponential backoff with full jitter.
 *
 * @throws AbortedError or TimeoutError if the signal or `totalTimeout` ends the call during the wait.
 */
async function waitForRetry(operationRequest: OperationRequest, error: EntityScreeningError): Promise<void> {
  const { context, retries } = operationRequest
  const { options, settings, progress, deadline } = context
  const { maxDelay = 8000 } = options.retry ?? settings.retry ?? {}
  progress.failure = error
  operationRequest.attempt = null
  operationRequest.retries += 1
  const delay = readRetryDelay(context, error) ?? Math.random() * Math.min(maxDelay, 300 * 2 ** retries)
  await sleep(Math.min(delay, deadline - performance.now()), options.signal)
  if (options.signal?.aborted) throw toError(null, describeFailedCall(context))
  assertTimeLeft(context)
}

/** Returns the delay in `Retry-After`, at most `maxRetryAfter`; null without this header. */
function readRetryDelay({ options, settings }: Context, error: unknown): number | null {
  const { maxRetryAfter = 60_000 } = options.retry ?? settings.retry ?? {}
  const retryAfter = ApiError.is(error) ? error.retryAfter : null
  return retryAfter === null ? null : Math.min(retryAfter, maxRetryAfter)
}

/**
 * Whether another attempt may succeed. In a browser, the status 0 means a redirect, which the client does not
 * follow.
 */
function isTransientError(error: unknown, status: number | null): boolean {
  if (ApiError.is(error)) return isTransientStatus(error.status)
  return TimeoutError.is(error) || (ConnectionError.is(error) && status !== 0)
}
