import type { OperationName } from '../contract/operations.ts'
import { runHook } from './hook-failure.ts'
import type { RetryContext } from './hooks.ts'
import { type Outcome, outcomeAfter, outcomeOf } from './outcome.ts'
import { redactHeaders } from './redact.ts'
import { wasNeverSent } from './retry.ts'
import type { Context } from './transport.ts'

/** The tries of one call. */
export interface Attempts {
  readonly fetch: (input: string | URL | Request) => Promise<Response>
  /** What the tries so far may have done. */
  outcome(): Outcome
}

/** A fetch that counts the tries of one call, and tells hooks and log of each. */
export function createAttempts(operation: OperationName, { settings, redact, write }: Context): Attempts {
  const { hooks = {}, fetch } = settings
  let attempt = 0
  let status: number | null = null
  let outcome: Outcome = 'not_done'
  return { fetch: attemptFetch, outcome: () => outcome }

  async function attemptFetch(input: string | URL | Request): Promise<Response> {
    const request = input instanceof Request ? input : new Request(input)
    const { method, url, signal } = request
    signal.throwIfAborted()
    attempt += 1
    const again: RetryContext = { operation, attempt, status }
    if (attempt > 1) await runHook(() => hooks.beforeRetry?.(again))
    const { beforeRequest } = hooks
    if (beforeRequest) {
      await changeHeaders(request, headers =>
        runHook(() => beforeRequest({ operation, method, url: redact.text(url), attempt, headers })),
      )
    }
    // A hook may take its time, and a fetch of the caller's own may not look at the signal.
    signal.throwIfAborted()
    write('debug', () => `${operation} ${method} ${url} (try ${attempt})`)
    const started = performance.now()
    status = null
    const before = outcome
    outcome = 'unknown'
    const response = await untilAborted((fetch ?? globalThis.fetch)(request), signal).catch(error => {
      outcome = outcomeAfter(before, wasNeverSent(error) ? 'not_done' : 'unknown')
      throw error
    })
    await runHook(() => requireResponse(response))
    status = response.status
    outcome = outcomeAfter(before, outcomeOf(status, response.headers))
    const duration = performance.now() - started
    write('info', () => `${operation} ${method} ${url} → ${status} (${Math.round(duration)} ms)`)
    const { afterResponse } = hooks
    if (afterResponse) {
      const seen = {
        operation,
        method,
        url: redact.text(url),
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
    response.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** A fetch of the caller's own may answer anything. */
function requireResponse(response: unknown): void {
  if (typeof response === 'object' && response !== null && 'status' in response && 'headers' in response)
    return
  throw new TypeError('the option fetch must answer a Response')
}
