import type { BlankText, ImportReport } from '../src/portfolio/report.ts'
import { countOf } from './count-of.ts'
import { describeError } from './describe-error.ts'
import { describeStop } from './import-stop.ts'
import type { Output } from './output.ts'

/** The journal of an import: none, a new one, or one with earlier runs in it. */
export type JournalState = 'none' | 'new' | 'continued'

export function reportAsJson(report: ImportReport): unknown {
  const { stopped } = report
  return { ...report, stopped: stopped && { ...stopped, error: describeError(stopped.error) } }
}

/** The report as a few lines. */
export async function writeReport(
  output: Output,
  report: ImportReport,
  journal: JournalState,
): Promise<void> {
  const counts: [number, string][] = [
    [report.rows, 'rows'],
    // The report does not tell this run from those before it.
    [report.created, journal === 'continued' ? 'created, by this run and earlier ones together' : 'created'],
    [report.duplicates, 'there already'],
    [report.possibleDuplicates, 'possibly there already, not created'],
    [report.invalid, 'wrong, not sent'],
    [report.refused, 'refused by the service'],
    [report.left, 'left'],
  ]
  const texts = counts.map(([count]) => count.toLocaleString('en'))
  const width = Math.max(...texts.map(text => text.length))
  const lines = counts.flatMap(([count, what], at) =>
    at < 2 || count > 0 ? [`${(texts[at] ?? '').padStart(width)}  ${what}`] : [],
  )
  const { unusedColumns, blanks } = report
  if (unusedColumns.length > 0) lines.push(`Unused columns: ${unusedColumns.join(', ')}`)
  if (blanks.length > 0) lines.push(`Taken for no value: ${blanks.map(describeBlank).join(', ')}`)
  await output.lines([...lines, ...describeStop(report, journal !== 'none')])
}

function describeBlank({ column, text, rows }: BlankText): string {
  return `${text} in ${column} (${countOf(rows, 'row', 'rows')})`
}
