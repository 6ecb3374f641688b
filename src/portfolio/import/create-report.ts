import { asError } from '../../pacing/stop-controller.ts'
import type { ImportProgress, ImportReport, ImportStop, LineRange } from '../import-report.ts'
import { toRanges } from '../journal/line-ranges.ts'
import { type ImportState, noCounts } from './state/import-state.ts'

interface ReportContext {
  readonly unusedColumns: readonly string[]
  readonly hasUnreadRows: boolean
  /** Why the import stopped early; null if the import did not stop early. */
  readonly stopped: Pick<ImportStop, 'cause' | 'error'> | null
}

export function createReport(state: ImportState, context: ReportContext): ImportReport {
  const { counts, problems, omissions, remainingLines, inDoubtLines, doubt } = state
  const { unusedColumns, hasUnreadRows } = context
  const stopped = context.stopped ?? (doubt && { cause: 'failed', error: doubt })
  return {
    ...counts,
    problems: problems.toSorted((a, b) => a.line - b.line),
    omissions: omissions.toSorted((a, b) => a.line - b.line),
    unusedColumns,
    hasUnreadRows,
    stopped: stopped && {
      ...stopped,
      remaining: toLineRanges(remainingLines),
      inDoubt: toLineRanges(inDoubtLines),
    },
  }
}

/** The report of an import that was aborted before its source was read. */
export function createUnreadReport(reason: unknown): ImportReport {
  const stopped = { cause: 'aborted', error: asError(reason), remaining: [], inDoubt: [] } as const
  return { ...noCounts, problems: [], omissions: [], unusedColumns: [], hasUnreadRows: true, stopped }
}

export function summarizeProgress(state: ImportState, read: ImportProgress['read']): ImportProgress {
  const { counts, pausedFor, nextReadIn, rowsInPause, failure } = state
  const sum = Object.values(counts).reduce((total, count) => total + count, 0)
  // Three counts are subtracted: `rows`, which includes rows without an outcome, and `createdEarlier` and `withOmissions`,
  // which are parts of other counts.
  const settled = sum - counts.createdEarlier - counts.withOmissions - counts.rows
  return { ...counts, settled, read, pausedFor, nextReadIn, inDoubt: rowsInPause, failure }
}

function toLineRanges(lines: readonly number[]): LineRange[] {
  const ranges = toRanges(lines)
  return ranges.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: ranges[index + 1] ?? from }] : []))
}
