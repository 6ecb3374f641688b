import ky, { isNetworkError, isTimeoutError } from 'ky'
import type { Operation, OperationName } from '../contract/operations.ts'
import { readText, within } from './body.ts'
import { type Context, tell } from './call.ts'
import { wasNeverSent } from './cause.ts'
import {
  apiError,
  disconnected,
  endedByHook,
  type FailedCall,
  headOf,
  timedOut,
  toError,
} from './create-error.ts'
import type { Hooks } from './options/hooks.ts'
import type { RequestOptions } from './options/options.ts'
import { outcomeAfter, outcomeOf } from './outcome.ts'
import { redactHeaders } from './redact.ts'

/** A request that has been checked. */
export interface Outgoing {
  readonly name: OperationName
  readonly operation: Operation
  /** Where it goes; further paths are for an operation whose path is not shown. */
  readonly paths: readonly string[]
  readonly body: string | undefined
  readonly options: RequestOptions
}

/** A call, and what each of its attempts sends. */
export interface Sending extends Context, Outgoing {
  readonly url: string
  /** A plain object, which ky copies faster than `Headers`. */
  readonly headers: Readonly<Record<string, string>>
}

/** The head of a response, and how many milliseconds it took. */
export interface Begun {
  readonly response: Response
  readonly duration: number
}

/** What the call throws unless another attempt follows, and whether that may succeed. */
export interface Failure {
  readonly error: unknown
  readonly isTemporary: boolean
}

const temporary: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** The most bytes that are read of an error, and how long that may take where attempts have no limit. */
const [longestError, longestReading] = [10 * 1024 * 1024, 10_000]

const fatal = (error: unknown): Failure => ({ error, isTemporary: false })

/** What is left of an attempt that has taken so long, and of the call, in milliseconds. */
export type TimeLeft = (spent: number) => number | false

/** Makes one attempt, which ends with the head of a success, or why there is none. */
export async function makeAttempt(sending: Sending, left: TimeLeft): Promise<Begun | Failure> {
  const { progress, settings } = sending
  const ended = whyEnded(sending, left)
  if (ended !== null) return ended
  progress.attempts += 1
  progress.status = null
  const tried = settings.hooks
    ? await tellHooks(settings.hooks, sending, left)
    : await sendOnce(sending, left(0))
  return 'error' in tried || isSuccess(tried.response.status) ? tried : readError(sending, tried, left)
}

/** Why nothing may be sent: the caller's signal, or the call has taken as long as it may. */
function whyEnded(sending: Sending, left: TimeLeft): Failure | null {
  const failed = failedCall(sending)
  if (sending.options.signal?.aborted) return fatal(toError(null, failed))
  return left(0) === 0 ? fatal(timedOut(failed, failed.status)) : null
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** What is known of a call when it fails, and of the response if one has begun. */
export function failedCall(sending: Sending, response?: Response): FailedCall {
  const { name, operation, progress, redact, options } = sending
  const { outcome, status: last, failure } = progress
  const status = last !== null && isSuccess(last) ? last : null
  const requestId = response ? headOf(response, redact).requestId : null
  const { repeatable } = operation
  return { operation: name, repeatable, outcome, status, requestId, redact, failure, signal: options.signal }
}

/** Calls one hook before the attempt, and one after it, whatever it ends in. */
async function tellHooks(
  { beforeRequest, afterResponse, afterFailure }: Hooks,
  sending: Sending,
  left: TimeLeft,
): Promise<Begun | Failure> {
  const { redact, name: operation, progress } = sending
  const { call, attempts: attempt } = progress
  const { method } = sending.operation
  const seen = { operation, call, attempt, method, url: redact.text(sending.url) }
  let tried: Begun | Failure
  let started = performance.now()
  try {
    const { authorization, ...shown } = sending.headers
    const headers = new Headers(shown)
    await beforeRequest?.({ ...seen, headers })
    // The key is none of them.
    headers.delete('authorization')
    const changed = { ...Object.fromEntries(headers), ...(authorization && { authorization }) }
    started = performance.now()
    tried = whyEnded(sending, left) ?? (await sendOnce({ ...sending, headers: changed }, left(0)))
  } catch (error) {
    tried = fatal(endedByHook(failedCall(sending), 'beforeRequest', error))
  }
  const duration = performance.now() - started
  if ('error' in tried)
    await tell(sending, 'afterFailure', afterFailure, { ...seen, error: tried.error, duration })
  else {
    const { status, headers } = tried.response
    const shown = { status, headers: redactHeaders(headers, redact) }
    await tell(sending, 'afterResponse', afterResponse, { ...seen, ...shown, duration })
  }
  return tried
}

async function sendOnce(sending: Sending, timeout: number | false): Promise<Begun | Failure> {
  const { settings, progress, write, name, url, headers, body } = sending
  const { method } = sending.operation
  const { signal } = sending.options
  const before = progress.outcome
  const started = performance.now()
  let isSent = false
  try {
    write('debug', () => `${name} ${method} ${url} (attempt ${progress.attempts})`)
    // ky copies all of its options once for each of them, so unset options are left out.
    const set = { ...(body !== undefined && { body }), ...(signal && { signal }) }
    const options = { method, headers, timeout, ...set, retry: 0, throwHttpErrors: false }
    const response = await ky(url, { ...options, redirect: 'manual', fetch: fetchOnce })
    const { status } = response
    progress.status = status
    progress.outcome = outcomeAfter(before, outcomeOf(status, response.headers))
    const duration = performance.now() - started
    write('info', () => `${name} ${method} ${url} → ${status} (${Math.round(duration)} ms)`)
    return { response, duration }
  } catch (thrown) {
    const cause = isNetworkError(thrown) ? thrown.cause : thrown
    // What the caller gives as the reason of an abort says nothing of the request.
    if (isSent && (signal?.aborted || !wasNeverSent(cause)))
      progress.outcome = outcomeAfter(before, 'unknown')
    const failed = failedCall(sending)
    const isLate = isTimeoutError(thrown) && !signal?.aborted
    const error = isLate ? timedOut(failed, null) : toError(cause, failed)
    return { error, isTemporary: isSent && !signal?.aborted }
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

/** Reads the body of an error status: it gives the reason, and leaves the connection to the next attempt. */
async function readError(sending: Sending, { response, duration }: Begun, left: TimeLeft): Promise<Failure> {
  const { status, headers, type } = response
  const { signal } = sending.options
  const failed = failedCall(sending)
  if (type === 'opaqueredirect') return fatal(disconnected(failed, 'redirected, which is not followed'))
  const limit = left(duration)
  const timeout = () => (limit === false ? longestReading : limit)
  const text = await readText(response, longestError, { timeout, signal }).catch(() => '')
  if (signal?.aborted) return fatal(toError(null, failed))
  return { error: apiError(failed, status, text, headers), isTemporary: temporary.has(status) }
}
