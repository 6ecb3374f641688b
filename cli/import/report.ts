import type { BlankText, ImportReport } from '../../src/portfolio/report.ts'
import { describeError } from '../failure.ts'
import { countOf } from '../output/count-of.ts'
import type { Output } from '../output/output.ts'
import { describeStop } from './stop.ts'

export function reportAsJson(report: ImportReport): unknown {
  const { stopped } = report
  return { ...report, stopped: stopped && { ...stopped, error: describeError(stopped.error) } }
}

interface ReportOptions {
  /** How many of the duplicates repeat a row of the file. */
  readonly repeats: number
  readonly hasJournal: boolean
  readonly isDry: boolean
}

/** The report as a few lines. */
export async function writeReport(
  output: Output,
  report: ImportReport,
  { repeats, hasJournal, isDry }: ReportOptions,
): Promise<void> {
  const { rows, created, createdEarlier, planned } = report
  const done: [number, string][] = isDry
    ? [
        [planned, 'would be sent'],
        [created, 'created by earlier runs'],
      ]
    : [[created, describeCreated(created, createdEarlier)]]
  const counts: [number, string][] = [
    [rows, 'rows'],
    ...done,
    [repeats, 'repeating an earlier row'],
    [report.duplicates - repeats, 'already in the team'],
    [report.possibleDuplicates, `possibly already in the team, not ${isDry ? 'sent' : 'created'}`],
    [report.invalid, 'invalid, not sent'],
    [report.refused, 'refused by the service'],
    [report.left, 'left'],
  ]
  await writeCounts(output, counts, 2)
  const lines: string[] = []
  const { unusedColumns, blanks } = report
  if (unusedColumns.length > 0) lines.push(`Unused columns: ${unusedColumns.join(', ')}`)
  if (blanks.length > 0) lines.push(`Read as empty: ${blanks.map(describeBlank).join(', ')}`)
  if (isDry) lines.push('Dry run: nothing was sent or recorded.')
  await output.lines([...lines, ...describeStop(report, hasJournal)])
}

function describeCreated(created: number, earlier: number): string {
  if (earlier === 0) return 'created'
  return earlier === created
    ? 'created by earlier runs'
    : `created, ${earlier.toLocaleString('en')} by earlier runs`
}

/** One count a line; those after the first few only where there is something to count. */
export async function writeCounts(
  output: Output,
  counts: readonly (readonly [number, string])[],
  always: number,
): Promise<void> {
  const texts = counts.map(([count]) => count.toLocaleString('en'))
  const width = Math.max(...texts.map(text => text.length))
  await output.lines(
    counts.flatMap(([count, what], at) =>
      at < always || count > 0 ? [`${(texts[at] ?? '').padStart(width)}  ${what}`] : [],
    ),
  )
}

function describeBlank({ column, text, rows }: BlankText): string {
  return `${text} in ${column} (${countOf(rows, 'row', 'rows')})`
}
