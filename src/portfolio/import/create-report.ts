import type { ImportReport, ImportStop, ImportWarning, LineRange } from '../import-report.ts'
import { toRanges } from '../journal/line-ranges.ts'
import type { ImportState } from './state/import-state.ts'

interface ReportContext {
  readonly warnings: readonly ImportWarning[]
  readonly unusedColumns: readonly string[]
  readonly hasUnreadRows: boolean
  /** Why the import stopped early; null if the import did not stop early. */
  readonly stopped: Pick<ImportStop, 'cause' | 'error'> | null
}

export function createReport(state: ImportState, context: ReportContext): ImportReport {
  const { counts, problems, omissions, remainingLines, inDoubtLines, doubt } = state
  const { warnings, unusedColumns, hasUnreadRows } = context
  const stopped = context.stopped ?? (doubt && { cause: 'failed', error: doubt })
  return {
    ...counts,
    problems: problems.toSorted((a, b) => a.line - b.line),
    omissions: omissions.toSorted((a, b) => a.line - b.line),
    warnings,
    unusedColumns,
    hasUnreadRows,
    stopped: stopped && {
      ...stopped,
      remaining: toLineRanges(remainingLines),
      inDoubt: toLineRanges(inDoubtLines),
    },
  }
}

function toLineRanges(lines: readonly number[]): LineRange[] {
  const ranges = toRanges(lines)
  return ranges.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: ranges[index + 1] ?? from }] : []))
}
