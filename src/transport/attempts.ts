import type { OperationName } from '../contract/operations.ts'
import type { Log } from './logging.ts'
import type { Settings } from './options.ts'

/** A fetch that counts the tries of one call, and tells hooks and log of each. */
export function createAttempts(operation: OperationName, { hooks = {}, fetch }: Settings, write: Log) {
  let attempt = 0
  let status: number | null = null
  return async (input: string | URL | Request): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input)
    const { method, url, signal } = request
    // A fetch of the caller's own may not look at the signal.
    signal.throwIfAborted()
    attempt += 1
    if (attempt > 1) await hooks.beforeRetry?.({ operation, attempt, status })
    const { beforeRequest } = hooks
    if (beforeRequest) {
      await changeHeaders(request, headers => beforeRequest({ operation, method, url, attempt, headers }))
    }
    write('debug', () => `${operation} ${method} ${url} (try ${attempt})`)
    const started = performance.now()
    status = null
    const response = await untilAborted((fetch ?? globalThis.fetch)(request), signal)
    status = response.status
    const duration = performance.now() - started
    write('info', () => `${operation} ${method} ${url} → ${status} (${Math.round(duration)} ms)`)
    await hooks.afterResponse?.({
      operation,
      method,
      url,
      attempt,
      status,
      headers: response.headers,
      duration,
    })
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
