import type { EntityScreening } from '../../src/client.ts'
import type { Entity } from '../../src/model/entity.ts'
import type { ImportOptions } from '../../src/portfolio/import-options.ts'
import type { ImportReport } from '../../src/portfolio/import-report.ts'
import { notePending, waitForTeam } from '../entities/wait-for-results.ts'
import { describeFailure } from '../failure.ts'
import { type ResultFile, writeResults } from './results.ts'
import type { ImportCall } from './settings.ts'

/** An import whose rows have been sent, and what the flags ask for afterwards. */
interface FinishedImport {
  readonly report: ImportReport
  readonly options: ImportOptions
  readonly resultFile: ResultFile | null
  /** The maximum wait for screening results in milliseconds; undefined without `--wait`. */
  readonly wait: number | undefined
}

/** The result of what follows an import. */
interface ImportEnding {
  /** The entities without a screening result; null if the import did not wait. */
  readonly pending: readonly Entity[] | null
  /** Whether all entities have a result, and all created rows have an entity. */
  readonly isComplete: boolean
  /** Why the end of the import failed, although the import did not; null otherwise. */
  readonly error: unknown
}

/** Waits for screening results with `--wait`, and then writes the file of `--results`. */
export async function endImport(
  call: ImportCall,
  client: EntityScreening,
  finished: FinishedImport,
): Promise<ImportEnding> {
  const { report, options, resultFile, wait } = finished
  const cause = report.stopped?.cause
  if (cause === 'aborted') {
    if (resultFile !== null) noteUnwritten(call, resultFile, ': the import was stopped')
    return { pending: null, isComplete: false, error: null }
  }
  const waited = wait === undefined || cause === 'failed' ? null : await waitForTeam(call, client, wait)
  if (waited !== null && waited.error !== null)
    return { pending: null, isComplete: false, error: waited.error }
  const pending = waited?.pending ?? null
  if (!call.isJson) notePending(call.output, pending ?? [])
  const isScreened = pending === null || pending.length === 0
  if (resultFile === null) return { pending, isComplete: isScreened, error: null }
  try {
    const { unlisted } = await writeResults(resultFile, call, client, options, report)
    return { pending, isComplete: isScreened && unlisted === 0, error: null }
  } catch (error) {
    // After a failed import, the command ends with the report. Otherwise, it ends with this error.
    noteUnwritten(call, resultFile, cause === 'failed' ? `: ${describeFailure(error)}` : '')
    return { pending, isComplete: false, error: cause === 'failed' ? null : error }
  }
}

function noteUnwritten({ output }: ImportCall, { file }: ResultFile, reason: string): void {
  output.note(`${file} was not written${reason}`)
}
