import { ListDoubtError } from '../../src/portfolio/import/reconcile.ts'
import type { ImportReport, ImportStop, LineRange } from '../../src/portfolio/report.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../src/transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { describeFailure, withoutFullStop } from '../failure.ts'

/** Why an import stopped, what is left, and what to do. */
export function describeStop(report: ImportReport, hasJournal: boolean): string[] {
  const { stopped, created, hasUnread } = report
  if (stopped === null) return []
  const { left, inDoubt } = stopped
  const hasBegun = created > 0 || inDoubt.length > 0
  return [
    describeCause(stopped),
    ...(left.length > 0 ? [`Left: ${formatRanges(left)}`] : []),
    ...(inDoubt.length > 0
      ? [`Of these, the following may have been created: ${formatRanges(inDoubt)}`]
      : []),
    ...(hasUnread ? ['The source was not read to its end: there may be more rows.'] : []),
    `${describeRemedy(stopped, hasUnread)}${hasBegun ? continuation(hasJournal) : ''}.`,
    ...(hasJournal && stopped.error instanceof ListDoubtError
      ? [
          'If entities were removed from the team on purpose, run it without --journal: it sends every row that the list lacks.',
        ]
      : []),
  ]
}

function describeCause({ cause, error }: ImportStop): string {
  if (cause === 'aborted') return 'Stopped by a signal.'
  const what = cause === 'entity_limit' ? "Stopped at the team's entity limit" : 'Stopped'
  return `${what}: ${withoutFullStop(describeFailure(error))}.`
}

/** Each ends with the way to continue: no import continues by itself. */
function describeRemedy({ cause, error, left }: ImportStop, hasUnread: boolean): string {
  if (cause === 'aborted') return 'To continue, run the same command again'
  if (cause === 'entity_limit') return 'Have the limit raised, then run the same command again'
  if (AuthenticationError.is(error) || PermissionDeniedError.is(error))
    return 'Correct the key or its permissions, then run the same command again'
  if (error instanceof ListDoubtError)
    return "Compare these lines with the team's list, then run the same command again"
  if (EntityScreeningError.is(error))
    return 'Run entity-screening doctor to find out why. Once the service responds, run the same command again'
  // What the source is made of: no text, or a row without an end. The rows that are left were read, and are good.
  if (error instanceof TypeError || error instanceof RangeError) {
    const last = hasUnread ? left.at(-1)?.to : undefined
    return `Correct the file${last === undefined ? '' : ` after line ${last}`}, then run the same command again`
  }
  return 'Once that is fixed, run the same command again'
}

function continuation(hasJournal: boolean): string {
  return hasJournal
    ? ': it continues where it stopped'
    : ": it compares the file with the team's list, and creates what is not there. With --journal FILE it will know by itself where it stopped"
}

/** Some of the ranges; --json has them all. */
const mostRanges = 10

function formatRanges(ranges: readonly LineRange[]): string {
  const texts = ranges.slice(0, mostRanges).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  const more = ranges.length > mostRanges ? ` and ${ranges.length - mostRanges} more ranges` : ''
  return `lines ${texts.join(', ')}${more}`
}
