import ky from 'ky'
import { whenAborted } from '../../pacing/sleep.ts'
import type { Context } from '../context.ts'
import { toError } from '../create-error.ts'
import { ApiError } from '../errors/ApiError.ts'
import { ConnectionError } from '../errors/ConnectionError.ts'
import { NotFoundError } from '../errors/NotFoundError.ts'
import { TimeoutError } from '../errors/TimeoutError.ts'
import { resolvePath } from '../options/resolve.ts'
import { createHeaders } from '../request/headers.ts'
import { describeFailedCall } from '../response/read-body.ts'
import { endAttempt } from './end-attempt.ts'
import { makeAttempt, prepareAttempt } from './make-attempt.ts'
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
 * Makes attempts until one succeeds. ky runs the loop, the time limits and the waits; this package decides which attempts may be
 * repeated, and after which delay.
 */
async function runAttempts(operationRequest: OperationRequest): Promise<AnsweredRequest> {
  const { context, url } = operationRequest
  const { contract, options, settings, deadline } = context
  const { signal, timeout = settings.timeout, maxRetries = settings.maxRetries } = options
  // Reads the global `fetch` now, because it may be replaced before ky sends the request.
  const { hooks, fetch = globalThis.fetch } = settings
  if (signal?.aborted) throw toError(null, describeFailedCall(context))
  const prepare = () => prepareAttempt(operationRequest)
  const kySignal = signal && createKySignal(signal)
  try {
    const response = await ky(url, {
      method: contract.method,
      timeout,
      throwHttpErrors: false,
      retry: {
        limit: maxRetries - operationRequest.retries,
        methods: ['get', 'post', 'put'],
        shouldRetry: ({ error }) => mayRetry(operationRequest, error),
        delay: () => computeDelay(operationRequest),
      },
      fetch: request =>
        makeAttempt(operationRequest, fetch, request instanceof Request ? request.signal : null),
      // Unset options are omitted, because ky copies all options again for each of them.
      ...(settings.totalTimeout && { totalTimeout: Math.max(0, deadline - performance.now()) }),
      ...(kySignal && { signal: kySignal.signal }),
      ...(hooks?.beforeRequest && { hooks: { beforeRequest: [prepare], beforeRetry: [prepare] } }),
    })
    return { operationRequest, response }
  } catch (error) {
    throw endAttempt(operationRequest, error)
  } finally {
    kySignal?.release()
  }
}

/** Whether another attempt may follow an error. Ends the attempt. */
function mayRetry(operationRequest: OperationRequest, thrown: unknown): boolean {
  const { context } = operationRequest
  const { contract, progress, deadline } = context
  const error = endAttempt(operationRequest, thrown)
  // A request that is not repeatable is sent again only if the service has not processed it.
  const mayRepeat = contract.repeatable || progress.outcome === 'not_done'
  if (!mayRepeat || !isTransientError(error, progress.status)) return false
  // The call fails at once if it would end before the service is ready.
  if ((readRetryDelay(context, error) ?? 0) >= deadline - performance.now()) return false
  progress.failure = error
  operationRequest.attempt = null
  operationRequest.retries += 1
  return true
}

/** Returns the delay in `Retry-After`, at most `maxRetryAfter`; null without this header. */
function readRetryDelay({ options, settings }: Context, error: unknown): number | null {
  const { maxRetryAfter = 60_000 } = options.retry ?? settings.retry ?? {}
  const retryAfter = ApiError.is(error) ? error.retryAfter : null
  return retryAfter === null ? null : Math.min(retryAfter, maxRetryAfter)
}

/** Computes the delay before the next attempt: that in `Retry-After`, or an exponential backoff with full jitter. */
function computeDelay({ context, retries }: OperationRequest): number {
  const { options, settings, progress } = context
  const { maxDelay = 8000 } = options.retry ?? settings.retry ?? {}
  return (
    readRetryDelay(context, progress.failure) ?? Math.random() * Math.min(maxDelay, 300 * 2 ** (retries - 1))
  )
}

/**
 * Whether another attempt may succeed. In a browser, the status 0 means a redirect, which the client does not
 * follow.
 */
function isTransientError(error: unknown, status: number | null): boolean {
  if (ApiError.is(error)) return isTransientStatus(error.status)
  return TimeoutError.is(error) || (ConnectionError.is(error) && status !== 0)
}

/** A signal for ky, and the function that removes its listener. */
interface KySignal {
  readonly signal: AbortSignal
  readonly release: () => void
}

/** Creates a signal with the method `throwIfAborted`, which ky calls. The signals of React Native do not have it. */
function createKySignal(signal: AbortSignal): KySignal {
  if (typeof signal.throwIfAborted === 'function') return { signal, release() {} }
  const controller = new AbortController()
  const release = whenAborted(signal, () => controller.abort(signal.reason))
  const throwIfAborted = () => {
    if (signal.aborted) throw signal.reason
  }
  return { signal: Object.assign(controller.signal, { throwIfAborted }), release }
}
