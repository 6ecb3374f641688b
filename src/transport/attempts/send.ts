import { sleep } from '../../pacing/sleep.ts'
import type { Context } from '../context.ts'
import { createTimeoutError, toError } from '../create-error.ts'
import { ApiError } from '../errors/ApiError.ts'
import { ConnectionError } from '../errors/ConnectionError.ts'
import { NotFoundError } from '../errors/NotFoundError.ts'
import { TimeoutError } from '../errors/TimeoutError.ts'
import { resolvePath } from '../options/resolve.ts'
import { createHeaders } from '../request/headers.ts'
import { toResponseError } from '../response/decode.ts'
import { describeBodyLimit, describeFailedCall, readResponseText } from '../response/read-body.ts'
import type { BodyText } from '../response/utf8.ts'
import { type Attempt, makeAttempt, type ResponseHead } from './make-attempt.ts'
import { isTransientStatus } from './outcome.ts'

/** A response and the text of its body. */
type ReadResponse = BodyText & { readonly response: Response }

/** The next attempt of a call, and the state of its retries. */
interface RetryState {
  attempt: Attempt
  /** Alternative URLs to try after a 404. */
  readonly otherUrls: string[]
  /** The number of retries so far. */
  retries: number
}

/**
 * Sends a request, with retries, until the status and headers of a success response arrive. The returned
 * `read` reads the body. If the body is incomplete and the request is repeatable, `read` sends the request
 * again.
 *
 * @param paths - The path, and alternative paths to try after a 404.
 */
export async function sendWithRetries(context: Context, paths: readonly string[], body: string | undefined) {
  const { options, settings, deadline } = context
  const { baseUrl } = settings
  const limit = (options.timeout ?? settings.timeout) || Number.POSITIVE_INFINITY
  const timeLeft = (spent: number) => Math.max(0, Math.min(limit - spent, deadline - performance.now()))
  const base = baseUrl.startsWith('/') ? resolvePath(context, baseUrl) : baseUrl
  const [url = base, ...otherUrls] = paths.map(path => base + path)
  const attempt = { url, headers: createHeaders(context, url, body), body, timeLeft }
  const state: RetryState = { attempt, otherUrls, retries: 0 }
  const head = await receiveHead(context, state)
  return { response: head.response, read: () => readResponse(context, state, head) }
}

/** Makes attempts until the status and headers of a success response arrive. After a 404, tries the next URL. */
async function receiveHead(context: Context, state: RetryState): Promise<ResponseHead> {
  for (;;) {
    if (context.options.signal?.aborted) throw toError(null, describeFailedCall(context))
    try {
      return await makeAttempt(context, state.attempt)
    } catch (error) {
      const otherUrl = NotFoundError.is(error) ? state.otherUrls.shift() : undefined
      if (otherUrl === undefined) {
        throwUnlessRetryable(context, state, error)
        await waitBeforeRetry(context, state, error)
      } else state.attempt = { ...state.attempt, url: otherUrl }
    }
  }
}

/** Throws the error of an attempt unless another attempt is allowed and may succeed. */
function throwUnlessRetryable(context: Context, { retries }: RetryState, error: unknown): void {
  const { contract, options, settings, progress } = context
  const { maxRetries = settings.maxRetries } = options
  // A request that is not repeatable is sent again only if the service has not processed it.
  const mayRepeat = contract.repeatable || progress.outcome === 'not_done'
  if (!mayRepeat || retries >= maxRetries || !isTransientError(error, progress.status)) throw error
}

/**
 * Waits before the next attempt: for the delay in `Retry-After`, or with exponential backoff and full jitter.
 *
 * @throws TimeoutError if `totalTimeout` ends during the wait.
 */
async function waitBeforeRetry(context: Context, state: RetryState, error: unknown): Promise<void> {
  const { options, settings, deadline, progress } = context
  const { signal } = options
  const { maxDelay = 8000, maxRetryAfter = 60_000 } = options.retry ?? settings.retry ?? {}
  const retryAfter = ApiError.is(error) ? error.retryAfter : null
  const jitter = Math.random() * Math.min(maxDelay, 300 * 2 ** state.retries)
  const delay = retryAfter === null ? jitter : Math.min(retryAfter, maxRetryAfter)
  // Treats the last 2 ms as used up: a timer may fire slightly early, and the time left would be too short for another attempt.
  const timeRemaining = Math.max(0, deadline - performance.now() - 2)
  await sleep(Math.min(delay, timeRemaining), signal)
  progress.failure = error
  if (delay >= timeRemaining && !signal?.aborted)
    throw TimeoutError.is(error) ? error : createTimeoutError(describeFailedCall(context))
  state.retries += 1
}

async function readResponse(
  context: Context,
  state: RetryState,
  { response, duration }: ResponseHead,
): Promise<ReadResponse> {
  const { maxResponseBytes } = context.settings
  try {
    const body = await readResponseText(context, response, maxResponseBytes, state.attempt.timeLeft(duration))
    if (body !== null) return { response, ...body }
  } catch (error) {
    throwUnlessRetryable(context, state, error)
    await waitBeforeRetry(context, state, error)
    return readResponse(context, state, await receiveHead(context, state))
  }
  const issue = { path: [], message: describeBodyLimit(maxResponseBytes) }
  throw toResponseError(context, response, [issue], null)
}

/**
 * Whether another attempt may succeed. In a browser, the status 0 means a redirect, which the client does not
 * follow.
 */
function isTransientError(error: unknown, status: number | null): boolean {
  if (ApiError.is(error)) return isTransientStatus(error.status)
  return TimeoutError.is(error) || (ConnectionError.is(error) && status !== 0)
}
