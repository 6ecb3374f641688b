import { whenAborted } from './sleep.ts'

interface TimeoutOptions {
  /** How long the promise may take, in milliseconds. */
  readonly timeout?: number
  /** Rejects with its reason when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Creates the error to reject with after the timeout. */
  readonly createTimeoutError?: () => Error
}

/** Awaits a promise within a time limit, until a signal is aborted. Removes its timer and listener when it settles. */
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
