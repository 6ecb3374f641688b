import type { EntityScreening } from '../../src/client.ts'
import type { Entity } from '../../src/model/entity.ts'
import type { ImportOptions } from '../../src/portfolio/import-options.ts'
import type { ImportReport } from '../../src/portfolio/import-report.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
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
  /** The number of the team's entities before the import; 0 if it is unknown. */
  readonly teamSize: number
}

/** The result of what follows an import. */
interface ImportEnding {
  /** The entities without a screening result; null if the import did not wait. */
  readonly pending: readonly Entity[] | null
  /** The number of created entities that the list does not show; null if the import did not wait. */
  readonly unlisted: number | null
  /** Whether all entities have a result, and all created rows have an entity. */
  readonly isComplete: boolean
  /** Why the end of the import failed, although the import did not; null otherwise. */
  readonly error: unknown
}

/** Waits for screening results with `--wait`, and then writes the file of `--results`, even if the wait ended early. */
export async function endImport(
  call: ImportCall,
  client: EntityScreening,
  finished: FinishedImport,
): Promise<ImportEnding> {
  const { report, wait } = finished
  const waited =
    wait === undefined || report.stopped?.cause === 'aborted' || report.stopped?.cause === 'failed'
      ? null
      : await waitForTeam(call, client, { timeout: wait, minEntities: countMinEntities(finished) })
  const waitError = waited?.error ?? null
  const { pending, unlisted } = waited !== null && waitError === null ? waited : unknownResults
  if (!call.isJson) notePending(call.output, pending ?? [], 'result')
  if (unlisted) call.output.note(describeUnlisted(unlisted))
  const results = await endResults(call, client, finished, waitError)
  const isScreened = waited === null || (pending?.length === 0 && unlisted === 0)
  return {
    pending,
    unlisted,
    isComplete: isScreened && results.isComplete,
    error: waitError ?? results.error,
  }
}

const unknownResults = { pending: null, unlisted: null }

/**
 * Writes the file of `--results`. An import that stopped at a signal, or read no row, leaves the earlier file as it is.
 *
 * @param waitError - The error that ended the wait early; null if there was none.
 */
async function endResults(
  call: ImportCall,
  client: EntityScreening,
  { report, options, resultFile }: FinishedImport,
  waitError: unknown,
): Promise<Pick<ImportEnding, 'isComplete' | 'error'>> {
  if (resultFile === null) return { isComplete: true, error: null }
  const cause = report.stopped?.cause
  if (cause === 'aborted') {
    noteUnwritten(call, resultFile, ': the import was stopped')
    return { isComplete: false, error: null }
  }
  const mayBeEmpty = call.flags.has('allow-empty') || options.partition !== undefined
  if (report.rows === 0 && (cause === 'failed' || !mayBeEmpty)) {
    noteUnwritten(call, resultFile, ': no row was read')
    return { isComplete: false, error: null }
  }
  // The import is complete, so a signal that ended the wait does not end the file too. A second signal ends the program.
  const signal = waitError !== null && call.signal.aborted ? new AbortController().signal : call.signal
  try {
    const { unlisted } = await writeResults(resultFile, { ...call, signal }, client, { report, options })
    return { isComplete: unlisted === 0, error: null }
  } catch (error) {
    // After a failed import, the command ends with the report; after a failed wait, with the error of the wait.
    const isNoted = cause === 'failed' || waitError !== null
    noteUnwritten(call, resultFile, isNoted ? `: ${describeFailure(error)}` : '')
    return { isComplete: false, error: isNoted ? null : error }
  }
}

/** Returns the minimum number of the team's entities after the import. The list may have fewer, because it may lag behind. */
function countMinEntities({ report, teamSize }: FinishedImport): number {
  const { created, createdEarlier } = report
  return Math.max(created, teamSize + created - createdEarlier)
}

function describeUnlisted(count: number): string {
  return `${countOf(count, 'created entity is', 'created entities are')} not in the team's list yet`
}

function noteUnwritten({ output }: ImportCall, { file }: ResultFile, reason: string): void {
  output.note(`${file} was not written${reason}`)
}
