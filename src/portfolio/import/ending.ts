import { whenAborted } from '../../pacing/sleep.ts'
import { asError, createStopController } from '../../pacing/stop-controller.ts'
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
  const stopping = createStopController<ImportStop['cause']>(signal)
  const cut = new AbortController()
  let wrong: InputValidationError | null = null
  let doubt: Error | null = null

  /** Stops, and reads no further. */
  function fail(error: unknown): void {
    if (InputValidationError.is(error)) wrong ??= error
    stopping.stop('failed', asError(error))
    endReading()
  }

  function cutShort(): void {
    if (lost?.aborted) fail(lost.reason)
    cut.abort()
    endReading()
  }

  const releases = [stopping.release, whenAborted(signal, cutShort), whenAborted(lost, cutShort)]
  return {
    /** Aborted where nothing more is sent. The source is read on, so that the report names what is left. */
    signal: stopping.signal,
    /** Aborted where the team's list is not read any more either. */
    cut: cut.signal,
    isStopped: () => stopping.signal.aborted,
    stop: stopping.stop,
    fail,
    /** Stops where the team's list cannot be read. */
    failToList(error: Error) {
      stopping.stop('failed', error)
      cut.abort()
    },
    /** Leaves rows of which the list says too little, and goes on without them. The first error is reported. */
    leaveInDoubt(error: Error) {
      doubt ??= error
    },
    /** Stops where a function of the caller's throws. */
    guard(call: () => void) {
      try {
        call()
      } catch (error) {
        stopping.stop('failed', error)
      }
    },
    /** Why it ended before each row was settled; null where it did not. */
    stopped: () => stopping.stopped() ?? (doubt && { cause: 'failed' as const, error: doubt }),
    /** @throws InputValidationError where something that was given is wrong. */
    end() {
      endReading()
      for (const release of releases) release()
      if (wrong !== null) throw wrong
    },
  }
}
