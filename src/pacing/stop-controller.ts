import { whenAborted } from './when-aborted.ts'

/** The way in which something under way is ended early: once, for the first cause that comes. */
export interface StopController<Cause extends string> {
  /** Aborted when it is to end. */
  readonly signal: AbortSignal
  stop(cause: Cause, error: unknown): void
  /** Why it is to end, with what was thrown or the reason of the abort; null as long as nothing has stopped it. */
  stopped(): { readonly cause: Cause | 'aborted'; readonly error: Error } | null
  /** Lets go of the caller's signal. */
  release(): void
}

/** Stops with `aborted` when the caller's signal is aborted. */
export function createStopController<Cause extends string>(
  signal: AbortSignal | undefined,
): StopController<Cause> {
  const controller = new AbortController()
  let stopped: ReturnType<StopController<Cause>['stopped']> = null

  function stop(cause: Cause | 'aborted', error: unknown): void {
    if (stopped !== null) return
    stopped = { cause, error: asError(error) }
    controller.abort()
  }

  const release = whenAborted(signal, () => stop('aborted', signal?.reason))
  return { signal: controller.signal, stop, stopped: () => stopped, release }
}

/** Anything can be thrown by a caller's own function. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const message = typeof thrown === 'string' ? thrown : 'what was thrown is not an error'
  return new Error(message, { cause: thrown })
}
