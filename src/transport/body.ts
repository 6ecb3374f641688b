import { whenAborted } from '../pacing/sleep.ts'

/** How long something may take, in milliseconds, and who may end it. */
interface TimeoutOptions {
  readonly timeout?: number
  readonly signal?: AbortSignal | undefined
  /** Creates the error to throw if it takes longer. */
  readonly late?: () => Error
}

/** Its timer and listener are gone when it settles: a body has thousands of pieces. */
export function within<Result>(
  work: Promise<Result>,
  { timeout = Number.POSITIVE_INFINITY, signal, late }: TimeoutOptions,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let letGo = () => {}
  return new Promise<Result>((resolve, reject) => {
    if (timeout < Number.POSITIVE_INFINITY) timer = setTimeout(() => reject(late?.()), Math.max(0, timeout))
    letGo = whenAborted(signal, () => reject(signal?.reason))
    work.then(resolve, reject)
  }).finally(() => {
    clearTimeout(timer)
    letGo()
  })
}

/** Parses a body as JSON, or returns its text if it is not JSON. */
export function parseBody(text: string): { readonly body: unknown; readonly isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true }
  } catch {
    return { body: text, isJson: false }
  }
}
