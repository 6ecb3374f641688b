import type { ImportReport, ImportStop, LineRange } from '../src/portfolio/report.ts'
import { describeError } from './describe-error.ts'
import type { Output } from './output.ts'

export function reportAsJson(report: ImportReport): unknown {
  const { stopped } = report
  return { ...report, stopped: stopped && { ...stopped, error: describeError(stopped.error) } }
}

/** The report as a few lines. */
export async function writeReport(output: Output, report: ImportReport): Promise<void> {
  const counts: [number, string][] = [
    [report.rows, 'rows'],
    [report.created, 'created'],
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
  const { unusedColumns, stopped } = report
  if (unusedColumns.length > 0) lines.push(`Columns that nothing was made of: ${unusedColumns.join(', ')}`)
  await output.lines([...lines, ...(stopped === null ? [] : describeStop(stopped))])
}

const causes: Readonly<Record<ImportStop['cause'], string>> = {
  entity_limit: "Stopped: the team's entity limit is reached",
  aborted: 'Stopped by a signal',
  failed: 'Stopped: it cannot go on',
}

function describeStop({ cause, error, left, inDoubt }: ImportStop): string[] {
  const because = cause === 'aborted' || error === null ? '' : `: ${error.message}`
  return [
    `${causes[cause]}${because}`,
    ...(left.length > 0 ? [`Left: ${formatRanges(left)}`] : []),
    ...(inDoubt.length > 0 ? [`Of these, nobody said whether they exist: ${formatRanges(inDoubt)}`] : []),
    'The same command goes on with the rest, with its --journal at once, else by the list of the team.',
  ]
}

/** Some of the ranges; --json has them all. */
const mostRanges = 10

function formatRanges(ranges: readonly LineRange[]): string {
  const texts = ranges.slice(0, mostRanges).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  const more = ranges.length > mostRanges ? ` and ${ranges.length - mostRanges} more ranges` : ''
  return `lines ${texts.join(', ')}${more}`
}
