import { whenAborted } from '../../pacing/sleep.ts'
import { createStopController } from '../../pacing/stop-controller.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import type { ImportStop } from '../report.ts'

/** How an import comes to its end before each row is settled. What is under way is always settled as far as it can be. */
export type Ending = ReturnType<typeof createEnding>

/**
 * @param lost aborted where another process may have the journal.
 * @param endReading ends the source, which may be silent.
 */
export function createEnding(
  signal: AbortSignal | undefined,
  lost: AbortSignal | undefined,
  endReading: () => void,
) {
  const { signal: stopping, stop, stopped, release } = createStopController<ImportStop['cause']>(signal)
  const cut = new AbortController()
  let doubt: Error | null = null

  /** Stops, and reads no further. */
  function fail(error: unknown): void {
    stop('failed', error)
    endReading()
  }

  function cutShort(): void {
    if (lost?.aborted) stop('failed', lost.reason)
    cut.abort()
    endReading()
  }

  const releases = [release, whenAborted(signal, cutShort), whenAborted(lost, cutShort)]
  return {
    /** Aborted where nothing more is sent. The source is read on, so that the report names what is left. */
    signal: stopping,
    /** Aborted where the team's list is not read any more either. */
    cut: cut.signal,
    isStopped: () => stopping.aborted,
    stop,
    fail,
    /** Stops where the team's list cannot be read. */
    failToList(error: Error) {
      stop('failed', error)
      cut.abort()
    },
    /** Leaves rows of which the list says too little, and goes on without them. The first error is reported. */
    leaveInDoubt(error: Error) {
      doubt ??= error
    },
    /** Why it ended before each row was settled; null where it did not. */
    stopped: () => stopped() ?? (doubt && { cause: 'failed' as const, error: doubt }),
    /** @throws InputValidationError where something that was given is wrong. */
    end() {
      endReading()
      for (const letGo of releases) letGo()
      const error = stopped()?.error
      if (InputValidationError.is(error)) throw error
    },
  }
}
