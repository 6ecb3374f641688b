import { whenAborted } from '../pacing/sleep.ts'

/** How long something may take, in milliseconds, and who may end it. */
interface Limits {
  readonly timeout?: number
  readonly signal?: AbortSignal | undefined
  /** What is thrown where it takes longer. */
  readonly late?: () => Error
}

/** Its timer and listener are gone when it settles: a body has thousands of pieces. */
export function within<Result>(
  work: Promise<Result>,
  { timeout = Number.POSITIVE_INFINITY, signal, late }: Limits,
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

/** A body as JSON, or as its text where it is none. */
export function parseBody(text: string): { readonly body: unknown; readonly isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true }
  } catch {
    return { body: text, isJson: false }
  }
}
