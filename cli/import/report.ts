import { ListDoubtError } from '../../src/portfolio/import/outcome/list-doubt-error.ts'
import type { ImportReport, ImportStop, LineRange } from '../../src/portfolio/import-report.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../src/transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { describeError, describeFailure, withoutFullStop } from '../failure.ts'
import type { Output } from '../output/output.ts'

export function toJsonImportReport(report: ImportReport): object {
  const { stopped } = report
  return { ...report, stopped: stopped && { ...stopped, error: describeError(stopped.error) } }
}

interface ReportOptions {
  /** Numbers of duplicates and possible duplicates that repeat another row of the same file. */
  readonly repeats: Readonly<Record<'duplicate' | 'possible_duplicate', number>>
  readonly hasJournal: boolean
  /** How to run the import again. */
  readonly repetition: string
  readonly isDry: boolean
  /** Number of entities of the team without a screening result; null if the import did not wait for them. */
  readonly pending: number | null
}

/** Writes the report as a few lines. */
export async function writeImportReport(
  output: Output,
  report: ImportReport,
  { repeats, hasJournal, repetition, isDry, pending }: ReportOptions,
): Promise<void> {
  const { rows, created, createdEarlier: earlier, planned, unusedColumns } = report
  const createdText = `created${earlier === created ? '' : `, ${earlier.toLocaleString('en')}`} by earlier runs`
  const notCreated = `not ${isDry ? 'sent' : 'created'}`
  await writeCounts(output, [
    [rows, 'rows'],
    isDry ? [planned, 'would be sent'] : [created, earlier === 0 ? 'created' : createdText],
    [isDry ? created : 0, 'created by earlier runs'],
    [report.plannedRepeats, 'of them with the name and country of an earlier row: these may be refused'],
    [report.withOmissions, 'of them without a field that cannot be read'],
    [repeats.duplicate, 'repeating an earlier row'],
    [report.duplicates - repeats.duplicate, 'already in the team'],
    [repeats.possible_duplicate, `possibly repeating an earlier row, ${notCreated}`],
    [report.possibleDuplicates - repeats.possible_duplicate, `possibly already in the team, ${notCreated}`],
    [report.invalid, 'invalid, not sent'],
    [report.refused, 'refused by the service'],
    [report.remaining, 'left'],
  ])
  await output.lines([
    ...(unusedColumns.length > 0 ? [`Unused columns: ${unusedColumns.join(', ')}`] : []),
    ...(pending === null ? [] : [describePending(pending)]),
    ...(isDry ? ['Dry run: nothing was sent or recorded.'] : []),
    ...describeStop(report, { hasJournal, repetition }),
  ])
}

function describePending(pending: number): string {
  if (pending === 0) return 'Each entity of the team has a screening result.'
  return `${countOf(pending, 'entity', 'entities')} of the team without a screening result.`
}

/** Writes one count per line. The first two are always written, the others only if they are not 0. */
export async function writeCounts(
  output: Output,
  counts: readonly (readonly [number, string])[],
): Promise<void> {
  const shownCounts = counts.filter(([count], position) => position < 2 || count > 0)
  const width = Math.max(...shownCounts.map(([count]) => count.toLocaleString('en').length))
  await output.lines(
    shownCounts.map(([count, label]) => `${count.toLocaleString('en').padStart(width)}  ${label}`),
  )
}

/** Explains why an import stopped, how many rows remain, and how to continue. */
function describeStop(
  report: ImportReport,
  { hasJournal, repetition }: Pick<ReportOptions, 'hasJournal' | 'repetition'>,
): string[] {
  const { stopped, created, hasUnreadRows } = report
  if (stopped === null) return []
  const { cause, error, remaining: leftRanges, inDoubt } = stopped
  const stopText = cause === 'entity_limit' ? "Stopped at the team's entity limit" : 'Stopped'
  const failure = withoutFullStop(describeFailure(error))
  const reason = cause === 'aborted' ? 'Stopped by a signal.' : `${stopText}: ${failure}.`
  const continuation = hasJournal
    ? ': it continues where it stopped'
    : ": it compares the file with the team's list, and creates what is missing. With --journal FILE it knows where it stopped"
  const hasProgress = created > 0 || inDoubt.length > 0
  return [
    reason,
    ...(leftRanges.length > 0 ? [`Left: ${formatRanges(leftRanges)}`] : []),
    ...(inDoubt.length > 0 ? [`Of these, the service may have created: ${formatRanges(inDoubt)}`] : []),
    ...(hasUnreadRows
      ? [
          'The source was not read to its end: there may be more rows, also of those that earlier runs created.',
        ]
      : []),
    `${describeRemedy(stopped, hasUnreadRows, repetition)}${hasProgress ? continuation : ''}.`,
    ...(hasJournal && error instanceof ListDoubtError
      ? [
          'If entities were removed from the team on purpose, run it without --journal: it sends every row that the list lacks.',
        ]
      : []),
  ]
}

/** Describes what the user must do, and how to continue the import, because a stopped import does not continue by itself. */
function describeRemedy(
  { cause, error, remaining: leftRanges }: ImportStop,
  hasUnreadRows: boolean,
  runAgain: string,
): string {
  if (cause === 'aborted') return `To continue, ${runAgain}`
  if (cause === 'entity_limit') return `Have the limit raised, then ${runAgain}`
  if (AuthenticationError.is(error) || PermissionDeniedError.is(error))
    return `Correct the key or its permissions, then ${runAgain}`
  if (error instanceof ListDoubtError) return `Compare these lines with the team's list, then ${runAgain}`
  // Only the journal is compared with the file after rows were sent.
  if (InputValidationError.is(error)) return `Use the file and the journal of one import, then ${runAgain}`
  if (EntityScreeningError.is(error))
    return `Run entity-screening doctor to find out why. Once the service responds, ${runAgain}`
  // These errors mean that the source is not text, or that its last row has no end. The remaining rows in the report were read
  // before the error, and are valid.
  if (error instanceof TypeError || error instanceof RangeError) {
    const last = hasUnreadRows ? leftRanges.at(-1)?.to : undefined
    return `Correct the file${last === undefined ? '' : ` after line ${last}`}, then ${runAgain}`
  }
  return `Once that is fixed, ${runAgain}`
}

/** Maximum number of line ranges to show. The output of --json contains all of them. */
const maxRanges = 10

function formatRanges(ranges: readonly LineRange[]): string {
  const texts = ranges.slice(0, maxRanges).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  const moreRanges = ranges.length > maxRanges ? ` and ${ranges.length - maxRanges} more ranges` : ''
  return `lines ${texts.join(', ')}${moreRanges}`
}
