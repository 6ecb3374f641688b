/** Why something under way was ended early. */
export interface Stop<Cause extends string> {
  readonly cause: Cause
  /** What was thrown; null where nothing was. */
  readonly error: Error | null
}

/** The way in which something under way is ended early: once, for the first cause that comes. */
export interface Halt<Cause extends string> {
  /** Aborted when it is to end. */
  readonly signal: AbortSignal
  stop(cause: Cause, error: unknown): void
  /** Null as long as nothing has stopped it. */
  stopped(): Stop<Cause | 'aborted'> | null
  /** Lets go of the caller's signal. */
  release(): void
}

/** Stops with `aborted` when the caller's signal is aborted. */
export function createHalt<Cause extends string>(signal: AbortSignal | undefined): Halt<Cause> {
  const controller = new AbortController()
  let stopped: Stop<Cause | 'aborted'> | null = null

  function stop(cause: Cause | 'aborted', error: unknown): void {
    if (stopped !== null) return
    stopped = { cause, error: error === null ? null : asError(error) }
    controller.abort()
  }

  const abort = () => stop('aborted', null)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    stop,
    stopped: () => stopped,
    release: () => signal?.removeEventListener('abort', abort),
  }
}

/** Anything can be thrown by a caller's own function. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('what was thrown is not an error', { cause: thrown })
}
