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

/** Waits for screening results with `--wait`, and then writes the file of `--results`. */
export async function endImport(
  call: ImportCall,
  client: EntityScreening,
  finished: FinishedImport,
): Promise<ImportEnding> {
  const { report, options, resultFile, wait } = finished
  const cause = report.stopped?.cause
  const unknown = { pending: null, unlisted: null, isComplete: false }
  if (cause === 'aborted') {
    if (resultFile !== null) noteUnwritten(call, resultFile, ': the import was stopped')
    return { ...unknown, error: null }
  }
  const waited =
    wait === undefined || cause === 'failed'
      ? null
      : await waitForTeam(call, client, { timeout: wait, minEntities: countMinEntities(finished) })
  if (waited !== null && waited.error !== null) return { ...unknown, error: waited.error }
  const { pending, unlisted } = waited ?? unknown
  if (!call.isJson) notePending(call.output, pending ?? [])
  if (unlisted) call.output.note(describeUnlisted(unlisted))
  const isScreened = waited === null || waited.pending.length + waited.unlisted === 0
  if (resultFile === null) return { pending, unlisted, isComplete: isScreened, error: null }
  try {
    const results = await writeResults(resultFile, call, client, options, report)
    return { pending, unlisted, isComplete: isScreened && results.unlisted === 0, error: null }
  } catch (error) {
    // After a failed import, the command ends with the report. Otherwise, it ends with this error.
    noteUnwritten(call, resultFile, cause === 'failed' ? `: ${describeFailure(error)}` : '')
    return { pending, unlisted, isComplete: false, error: cause === 'failed' ? null : error }
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
