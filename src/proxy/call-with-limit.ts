import { withTimeout } from '../pacing/with-timeout.ts'

interface CallLimits {
  /** The time limit in milliseconds. */
  readonly timeout: number
  /** Ends the wait when it is aborted. */
  readonly signal?: AbortSignal
}

/**
 * Calls a function of the application, and awaits its promise within limits. Rejects with the function's error.
 *
 * @param name - The name of the function in the public interface.
 */
export function callWithLimit<Value>(
  name: string,
  callback: () => Value | PromiseLike<Value>,
  { timeout, signal }: CallLimits,
): Promise<Value> {
  const running = new Promise<Value>(resolve => resolve(callback()))
  const createTimeoutError = () => new Error(`${name} did not settle within ${timeout} ms`)
  return withTimeout(running, { timeout, signal, createTimeoutError })
}
