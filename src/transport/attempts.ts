import type { OperationName } from '../contract/operations.ts'
import { runHook } from './hook-failure.ts'
import type { RetryContext } from './hooks.ts'
import { redactHeaders } from './redact.ts'
import type { Context } from './transport.ts'

/** A fetch that counts the tries of one call, and tells hooks and log of each. */
export function createAttempts(operation: OperationName, { settings, redact, write }: Context) {
  const { hooks = {}, fetch } = settings
  let attempt = 0
  let status: number | null = null
  return async (input: string | URL | Request): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input)
    const { method, url, signal } = request
    // A fetch of the caller's own may not look at the signal.
    signal.throwIfAborted()
    attempt += 1
    const again: RetryContext = { operation, attempt, status }
    if (attempt > 1) await runHook(() => hooks.beforeRetry?.(again))
    const { beforeRequest } = hooks
    if (beforeRequest) {
      await changeHeaders(request, headers =>
        runHook(() => beforeRequest({ operation, method, url, attempt, headers })),
      )
    }
    write('debug', () => `${operation} ${method} ${url} (try ${attempt})`)
    const started = performance.now()
    status = null
    const response = await untilAborted((fetch ?? globalThis.fetch)(request), signal)
    await runHook(() => requireResponse(response))
    status = response.status
    const duration = performance.now() - started
    write('info', () => `${operation} ${method} ${url} → ${status} (${Math.round(duration)} ms)`)
    const { afterResponse } = hooks
    if (afterResponse) {
      const seen = {
        operation,
        method,
        url,
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
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    response.then(resolve, reject)
  })
}

/** A fetch of the caller's own may answer anything. */
function requireResponse(response: unknown): void {
  if (typeof response === 'object' && response !== null && 'status' in response && 'headers' in response)
    return
  throw new TypeError('the option fetch must answer a Response')
}
