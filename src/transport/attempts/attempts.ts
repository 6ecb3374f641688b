import type { OperationName } from '../../contract/operations.ts'
import type { RetryContext } from '../options/hooks.ts'
import { type Outcome, outcomeAfter, outcomeOf } from '../outcome.ts'
import { redactHeaders } from '../secrecy/redact.ts'
import type { Context } from '../transport.ts'
import { HookFailure, runHook } from './hook-failure.ts'
import { wasNeverSent } from './never-sent.ts'

/** The attempts of one call. */
export interface Attempts {
  readonly fetch: (input: string | URL | Request) => Promise<Response>
  /** How many there have been. */
  count(): number
  /** What the attempts so far may have done. */
  outcome(): Outcome
  /** The status of the last attempt's success; null if it failed. */
  begun(): number | null
}

/** A fetch that counts the attempts of one call, and calls hooks and log for each. */
export function createAttempts(
  operation: OperationName,
  { settings, redact, write }: Context,
  callersSignal: AbortSignal | undefined,
): Attempts {
  const { hooks = {}, fetch } = settings
  let attempt = 0
  let status: number | null = null
  let outcome: Outcome = 'not_done'
  return {
    fetch: attemptFetch,
    count: () => attempt,
    outcome: () => outcome,
    begun: () => (status !== null && status >= 200 && status < 300 ? status : null),
  }

  async function attemptFetch(input: string | URL | Request): Promise<Response> {
    const request = input instanceof Request ? input : new Request(input)
    const { method, signal } = request
    signal.throwIfAborted()
    attempt += 1
    const again: RetryContext = { operation, attempt, status }
    if (attempt > 1) await runHook(() => hooks.beforeRetry?.(again))
    const { beforeRequest } = hooks
    if (beforeRequest) {
      await changeHeaders(request, headers =>
        runHook(() => beforeRequest({ operation, method, url: redact.text(request.url), attempt, headers })),
      )
    }
    // A hook may take its time.
    signal.throwIfAborted()
    write('debug', () => `${operation} ${method} ${request.url} (attempt ${attempt})`)
    const started = performance.now()
    status = null
    // The caller's own signal may look at a clock when it is asked.
    callersSignal?.throwIfAborted()
    const before = outcome
    outcome = outcomeAfter(before, 'unknown')
    let response: Response
    try {
      const pending = (fetch ?? globalThis.fetch)(request)
      // A fetch of the caller's own may not look at the signal. That a time limit is over, ky sees itself.
      response = await (callersSignal ? untilAborted(pending, signal) : pending)
      // The response to an abandoned attempt comes too late.
      signal.throwIfAborted()
    } catch (error) {
      outcome = outcomeAfter(before, wasNeverSent(error) ? 'not_done' : 'unknown')
      throw error
    }
    requireResponse(response)
    status = response.status
    outcome = outcomeAfter(before, outcomeOf(status, response.headers))
    const duration = performance.now() - started
    write('info', () => `${operation} ${method} ${request.url} → ${status} (${Math.round(duration)} ms)`)
    const { afterResponse } = hooks
    if (afterResponse) {
      const seen = {
        operation,
        method,
        url: redact.text(request.url),
        attempt,
        status,
        headers: redactHeaders(response.headers, redact),
        duration,
      }
      await runHook(() => afterResponse(seen))
    }
    return response
  }
}

/** Lets a hook change the headers, of which the key is none. */
async function changeHeaders(
  request: Request,
  change: (headers: Headers) => void | Promise<void>,
): Promise<void> {
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  await change(headers)
  for (const name of [...request.headers.keys()]) {
    if (name !== 'authorization' && !headers.has(name)) request.headers.delete(name)
  }
  for (const [name, value] of headers) if (name !== 'authorization') request.headers.set(name, value)
}

function untilAborted(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    // The caller's own fetch may have aborted it before a response.
    if (signal.aborted) abort()
    response.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The caller's own fetch may return anything. */
function requireResponse(response: unknown): void {
  if (typeof response === 'object' && response !== null && 'status' in response && 'headers' in response)
    return
  throw new HookFailure(new TypeError('the option fetch must return a Response'))
}
