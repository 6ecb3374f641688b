import { whenAborted } from './sleep.ts'

/** How long something may take, in milliseconds, and who may end it. */
interface TimeoutOptions {
  readonly timeout?: number
  readonly signal?: AbortSignal | undefined
  /** Creates the error to throw if it takes longer. */
  readonly createTimeoutError?: () => Error
}

/** Its timer and listener are gone when it settles: a body has thousands of pieces. */
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
