import { isError } from '../shared/errors.ts'
import { whenAborted } from './sleep.ts'

export type StopController<Cause extends string> = ReturnType<typeof createStopController<Cause>>

/**
 * Creates a controller that stops work early and stores the first cause. The cause is `aborted` if the
 * caller's signal was aborted.
 */
export function createStopController<Cause extends string>(signal: AbortSignal | undefined) {
  const controller = new AbortController()
  let stopReason: { readonly cause: Cause | 'aborted'; readonly error: Error } | null = null

  function stop(cause: Cause | 'aborted', error: unknown): void {
    stopReason ??= { cause, error: asError(error) }
    controller.abort()
  }

  return {
    /** Aborted when the work must stop. */
    signal: controller.signal,
    stop,
    /** Returns the cause of the stop, with the error or the reason of the abort; null if the work has not been stopped. */
    stopped: () => stopReason,
    /** Stops listening to the caller's signal. */
    release: whenAborted(signal, () => stop('aborted', signal?.reason)),
  }
}

/** Returns a thrown error unchanged. Wraps any other thrown value in an error. */
export function asError(thrown: unknown): Error {
  if (isError(thrown)) return thrown
  return new Error(typeof thrown === 'string' ? thrown : 'what was thrown is no error', { cause: thrown })
}
