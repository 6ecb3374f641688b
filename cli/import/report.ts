import { ListDoubtError } from '../../src/portfolio/import/look-up.ts'
import type { ImportReport, ImportStop, LineRange } from '../../src/portfolio/report.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../src/transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { describeError, describeFailure, withoutFullStop } from '../failure.ts'
import type { Output } from '../output/output.ts'

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
  const { rows, created, createdEarlier: earlier, planned, unusedColumns } = report
  const createdBy = `created${earlier === created ? '' : `, ${earlier.toLocaleString('en')}`} by earlier runs`
  await writeCounts(output, [
    [rows, 'rows'],
    isDry ? [planned, 'would be sent'] : [created, earlier === 0 ? 'created' : createdBy],
    [isDry ? created : 0, 'created by earlier runs'],
    [repeats, 'repeating an earlier row'],
    [report.duplicates - repeats, 'already in the team'],
    [report.possibleDuplicates, `possibly already in the team, not ${isDry ? 'sent' : 'created'}`],
    [report.invalid, 'invalid, not sent'],
    [report.refused, 'refused by the service'],
    [report.left, 'left'],
  ])
  await output.lines([
    ...(unusedColumns.length > 0 ? [`Unused columns: ${unusedColumns.join(', ')}`] : []),
    ...(isDry ? ['Dry run: nothing was sent or recorded.'] : []),
    ...describeStop(report, hasJournal),
  ])
}

/** One count a line; those after the first two only where there is something to count. */
export async function writeCounts(
  output: Output,
  counts: readonly (readonly [number, string])[],
): Promise<void> {
  const shown = counts.filter(([count], at) => at < 2 || count > 0)
  const width = Math.max(...shown.map(([count]) => count.toLocaleString('en').length))
  await output.lines(shown.map(([count, what]) => `${count.toLocaleString('en').padStart(width)}  ${what}`))
}

/** Why an import stopped, what is left, and what to do. */
function describeStop(report: ImportReport, hasJournal: boolean): string[] {
  const { stopped, created, hasUnread } = report
  if (stopped === null) return []
  const { cause, error, left, inDoubt } = stopped
  const what = cause === 'entity_limit' ? "Stopped at the team's entity limit" : 'Stopped'
  const why =
    cause === 'aborted' ? 'Stopped by a signal.' : `${what}: ${withoutFullStop(describeFailure(error))}.`
  const next = hasJournal
    ? ': it continues where it stopped'
    : ": it compares the file with the team's list, and creates what is missing. With --journal FILE it knows where it stopped"
  const hasBegun = created > 0 || inDoubt.length > 0
  return [
    why,
    ...(left.length > 0 ? [`Left: ${formatRanges(left)}`] : []),
    ...(inDoubt.length > 0 ? [`Of these, the service may have created: ${formatRanges(inDoubt)}`] : []),
    ...(hasUnread ? ['The source was not read to its end: there may be more rows.'] : []),
    `${describeRemedy(stopped, hasUnread)}${hasBegun ? next : ''}.`,
    ...(hasJournal && error instanceof ListDoubtError
      ? [
          'If entities were removed from the team on purpose, run it without --journal: it sends every row that the list lacks.',
        ]
      : []),
  ]
}

/** Each ends with the way to continue: no import continues by itself. */
function describeRemedy({ cause, error, left }: ImportStop, hasUnread: boolean): string {
  const again = 'run the same command again'
  if (cause === 'aborted') return `To continue, ${again}`
  if (cause === 'entity_limit') return `Have the limit raised, then ${again}`
  if (AuthenticationError.is(error) || PermissionDeniedError.is(error))
    return `Correct the key or its permissions, then ${again}`
  if (error instanceof ListDoubtError) return `Compare these lines with the team's list, then ${again}`
  if (EntityScreeningError.is(error))
    return `Run entity-screening doctor to find out why. Once the service responds, ${again}`
  // What the source is made of: no text, or a row without an end. The rows that are left were read, and are good.
  if (error instanceof TypeError || error instanceof RangeError) {
    const last = hasUnread ? left.at(-1)?.to : undefined
    return `Correct the file${last === undefined ? '' : ` after line ${last}`}, then ${again}`
  }
  return `Once that is fixed, ${again}`
}

/** Some of the ranges; --json has them all. */
const mostRanges = 10

function formatRanges(ranges: readonly LineRange[]): string {
  const texts = ranges.slice(0, mostRanges).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  const more = ranges.length > mostRanges ? ` and ${ranges.length - mostRanges} more ranges` : ''
  return `lines ${texts.join(', ')}${more}`
}
