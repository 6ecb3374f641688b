import { listedAs, listingKey } from '../../model/identity.ts'
import type { RowProblem } from '../report.ts'
import type { PlacedRow } from '../rows/placed-row.ts'
import type { SourceRow } from '../source/rows.ts'
import type { Ledger, Verdict } from '../team/ledger.ts'
import type { Batch } from './batch.ts'
import type { Batches } from './grouping.ts'
import type { Resumption } from './resume.ts'
import type { Tally } from './tally.ts'

/** What decides on a row when it is read. */
export interface Intake {
  readonly ledger: Ledger
  readonly tally: Tally
  readonly batches: Batches
  readonly resumption: Resumption
  readonly possibleDuplicates: 'skip' | 'create'
  /** Whether nothing is to be sent at all. */
  readonly isDry: boolean
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
  else if ('kind' in next) tally.problem([next])
  else {
    tally.createdEarlier(1)
    ledger.addCreated(placed.key, next.created.before, false)
  }
}

function judge(intake: Intake, placed: PlacedRow): void {
  const { ledger, tally, batches, possibleDuplicates } = intake
  const verdict = ledger.judge(placed)
  const isWanted = verdict.kind === 'possible_duplicate' && possibleDuplicates === 'create'
  // It may have been created by a run of which the journal has lost the end.
  const isStrange = isWanted && ledger.countStrangers(placed.key) > 0
  if (verdict.kind !== 'new' && (!isWanted || isStrange))
    tally.problem([duplicate(placed.line, verdict, isStrange)])
  else if (intake.isDry) tally.planned()
  else if (intake.isStopped()) tally.left(placed.line, false)
  else batches.add(placed)
}

function wait({ ledger, batches, resumption, tally, isDry, start }: Intake, placed: PlacedRow): void {
  const before = resumption.before(placed.line)
  const isThere = ledger.countLike(placed.key) > before
  // Whoever is in the list since it was announced is the row itself, and no reason to doubt the rows that follow.
  if (isThere) ledger.addCreated(placed.key, before, false)
  if (isDry) {
    if (isThere) tally.createdEarlier(1)
    else tally.planned()
    return
  }
  batches.reserve([placed])
  for (const batch of resumption.takeWaiting()) start(batch)
}

function duplicate(line: number, verdict: Exclude<Verdict, { kind: 'new' }>, isStrange: boolean): RowProblem {
  const { kind, sameAs } = verdict
  return { kind, line, column: null, reason: reasonOf(verdict, isStrange), sameAs }
}

function reasonOf({ kind, sameAs }: Exclude<Verdict, { kind: 'new' }>, isStrange: boolean): string {
  if (sameAs !== null) return `repeats line ${sameAs}`
  if (kind === 'duplicate') return 'is in the team already'
  if (isStrange)
    return 'may be in the team already: a person of that name and country has come since this import began, of whom the journal does not know'
  return 'may be in the team already: it has a person of that name and country'
}
