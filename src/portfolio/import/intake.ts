import { listedAs, listingKey } from '../../model/identity.ts'
import type { RowProblem } from '../report.ts'
import type { SourceRow } from '../source/rows.ts'
import type { Batches } from './batches.ts'
import type { Batch, PlacedRow } from './delivery.ts'
import type { Ledger, Verdict } from './ledger.ts'
import type { Resumption } from './resume.ts'
import type { Tally } from './tally.ts'

/** What decides on a row when it is read. */
export interface Intake {
  readonly ledger: Ledger
  readonly tally: Tally
  readonly batches: Batches
  readonly resumption: Resumption
  readonly possibleDuplicates: 'skip' | 'create'
  isStopped(): boolean
  /** Begins with rows of which an earlier run does not know what became of them. */
  start(batch: Batch): void
}

/**
 * Takes a row in: it is wrong, settled in an earlier run, a duplicate, or to be sent.
 *
 * @throws InputValidationError where the journal has seen another row in its line.
 */
export function takeRow(intake: Intake, given: SourceRow): void {
  const { tally, resumption, ledger } = intake
  const { line, row } = given
  tally.read()
  if (row === null) {
    const [first, ...others] = given.issues
    const problemOf = (issue: typeof first): RowProblem => ({ kind: 'invalid', line, ...issue, sameAs: null })
    tally.problem([problemOf(first), ...others.map(problemOf)])
    resumption.expectNone(line)
    return
  }
  const placed = { line, row, spelled: given.spelled, key: listingKey(listedAs(row)) }
  const next = resumption.take(placed, ledger.countLike(placed.key))
  if (next === 'judge') {
    judge(intake, placed)
    return
  }
  ledger.remember(placed)
  if (next === 'wait') wait(intake, placed)
  else if (next !== 'created') tally.problem([next])
  else {
    tally.created(1)
    ledger.addCreated(placed.key, true)
  }
}

function judge({ ledger, tally, batches, possibleDuplicates, isStopped }: Intake, placed: PlacedRow): void {
  const verdict = ledger.judge(placed)
  const isWanted = verdict.kind === 'possible_duplicate' && possibleDuplicates === 'create'
  if (verdict.kind !== 'new' && !isWanted) tally.problem([duplicate(placed.line, verdict)])
  else if (isStopped()) tally.left(placed.line, false)
  else batches.add(placed)
}

function wait({ ledger, batches, resumption, start }: Intake, placed: PlacedRow): void {
  batches.reserve([placed])
  // Whoever is in the list since it was announced is the row itself, and no reason to doubt the rows that follow.
  if (ledger.countLike(placed.key) > resumption.before(placed.line)) ledger.addCreated(placed.key, true)
  for (const batch of resumption.takeWaiting()) start(batch)
}

function duplicate(line: number, verdict: Exclude<Verdict, { kind: 'new' }>): RowProblem {
  const { kind, sameAs } = verdict
  const reason =
    sameAs !== null
      ? `repeats line ${sameAs}`
      : kind === 'duplicate'
        ? 'is in the team already'
        : 'may be in the team already: it has a person of that name and country'
  return { kind, line, column: null, reason, sameAs }
}
