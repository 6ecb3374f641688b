import { whenAborted } from './sleep.ts'

interface TimeoutOptions {
  /** The time limit in milliseconds. */
  readonly timeout?: number | undefined
  /** The signal that ends the wait. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Creates the error to reject with after the timeout. */
  readonly createTimeoutError?: () => Error
}

/**
 * Awaits a promise until a time limit has passed or a signal is aborted. Always removes its timer and
 * listener at the end.
 */
export function withTimeout<Result>(
  work: Promise<Result>,
  { timeout = Number.POSITIVE_INFINITY, signal, createTimeoutError }: TimeoutOptions,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening = () => {}
  return new Promise<Result>((resolve, reject) => {
    if (timeout < Number.POSITIVE_INFINITY)
      timer = setTimeout(() => reject(createTimeoutError?.()), Math.max(0, timeout))
    stopListening = whenAborted(signal, () => reject(signal?.reason))
    work.then(resolve, reject)
  }).finally(() => {
    clearTimeout(timer)
    stopListening()
  })
}
