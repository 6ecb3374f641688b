import type { RescanStop } from '../portfolio/monitoring/rescan-report.ts'

/** The way in which something under way is ended early: once, for the first cause that comes. */
export interface Halt {
  /** Aborted when it is to end. */
  readonly signal: AbortSignal
  stop(cause: RescanStop['cause'], error: unknown): void
  /** Null as long as nothing has stopped it. */
  stopped(): RescanStop | null
  /** Lets go of the caller's signal. */
  release(): void
}

export function createHalt(signal: AbortSignal | undefined): Halt {
  const controller = new AbortController()
  let stopped: RescanStop | null = null

  function stop(cause: RescanStop['cause'], error: unknown): void {
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
