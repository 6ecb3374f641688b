import { whenAborted } from '../../pacing/sleep.ts'
import { createStopController } from '../../pacing/stop-controller.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import type { ImportStop } from '../import-report.ts'

export type ImportControl = ReturnType<typeof createImportControl>

interface ControlParts {
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined
  /** Aborted when another process may have taken over the journal. */
  readonly leaseLost: AbortSignal | undefined
  readonly endReading: () => void
  /** Returns whether the import has sent rows. */
  readonly hasSent: () => boolean
}

/** Creates the signals and functions that end an import early. */
export function createImportControl({ signal, leaseLost, endReading, hasSent }: ControlParts) {
  const { signal: stopping, stop, stopped, release } = createStopController<ImportStop['cause']>(signal)
  const reads = new AbortController()
  let inputError: InputValidationError | null = null
  const releases = [release, whenAborted(signal, abort), whenAborted(leaseLost, abort)]

  return {
    /** Aborted when the import stops sending rows. The source is still read, so that the report lists the remaining rows. */
    stopping,
    /** Aborted when the import no longer reads the team's list. */
    readsSignal: reads.signal,
    isStopped: () => stopping.aborted,
    /** Why the import stops; null if the import continues. */
    stopped,
    stop,
    /**
     * Stops the import, and stops reading the source. After an InputValidationError, the import rejects instead of returning a
     * report, unless it has sent rows: these are only in the report.
     */
    fail(error: unknown): void {
      if (InputValidationError.is(error)) inputError ??= error
      failTask(error)
    },
    failTask,
    /** Stops the import because the team's list cannot be read. */
    failToList(error: Error): void {
      stop('failed', error)
      reads.abort()
    },
    /** Releases the signals. @throws InputValidationError if an error of this kind stopped the import before it sent rows. */
    end(): void {
      endReading()
      for (const releaseSignal of releases) releaseSignal()
      if (inputError !== null && stopped()?.error === inputError && !hasSent()) throw inputError
    },
  }

  /**
   * Stops the import because a task failed, and stops reading the source. Rows may have been created before, so the import
   * returns a report even after an InputValidationError, which the source may have thrown.
   */
  function failTask(error: unknown): void {
    stop('failed', error)
    endReading()
  }

  function abort(): void {
    if (leaseLost?.aborted) stop('failed', leaseLost.reason)
    reads.abort()
    endReading()
  }
}
