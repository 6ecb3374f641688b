import { toRanges } from '../journal/entries.ts'
import type { RowProblem } from '../report.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { nextState, type RowEvent, type RowState } from '../rows/state.ts'
import type { Importing } from './importing.ts'

/** A row that was announced. No two that are under way look alike in the team's list. */
export interface SentRow extends PlacedRow {
  /** The number of the batch in which it was announced. */
  readonly batch: number
  /** How many entities looked like it before it was sent. */
  readonly before: number
  state: RowState
  /** Whether it has been in doubt, in this run or an earlier one. */
  wasInDoubt: boolean
  /** Whether only an earlier run has sent it. */
  isOfEarlierRun: boolean
  /** How many requests had been sent when it first failed; -1 where nothing but the row can be at fault. */
  failedAt: number | null
}

export function sentRow(
  placed: PlacedRow,
  batch: number,
  before: number,
  state: 'sending' | 'in_doubt',
): SentRow {
  const isDoubtful = state === 'in_doubt'
  return {
    ...placed,
    batch,
    before,
    state,
    wasInDoubt: isDoubtful,
    isOfEarlierRun: isDoubtful,
    failedAt: null,
  }
}

/** Lets something happen to a row, as the table of transitions says. */
export function move(row: SentRow, event: RowEvent): void {
  const next = nextState(row.state, event)
  if (next === undefined) throw new Error(`line ${row.line} is ${row.state}: it cannot ${event}`)
  row.state = next
  if (next === 'in_doubt') row.wasInDoubt = true
  if (event === 'miss') row.isOfEarlierRun = false
}

export function rowsThatAre(rows: readonly SentRow[], state: RowState): SentRow[] {
  return rows.filter(row => row.state === state)
}

/** A row that was not created, and why. */
export interface Refusal {
  readonly row: SentRow
  readonly kind: 'refused' | 'duplicate'
  readonly reason: string
}

/** What became of some rows of a batch. */
export interface Fate {
  readonly created: readonly SentRow[]
  readonly refused: readonly Refusal[]
  /** Certainly not created, and left to a later run. */
  readonly open: readonly SentRow[]
}

/** Keeps what became of rows in the journal, then counts it. Of rows in doubt the team's list says so, of others a response. */
export async function conclude(
  { keep, ledger, tally }: Pick<Importing, 'keep' | 'ledger' | 'tally'>,
  { created = [], refused = [], open = [] }: Partial<Fate>,
): Promise<void> {
  const [first] = [...created, ...open, ...refused.map(({ row }) => row)]
  if (first === undefined) return
  const problems = refused.map(({ row: { line }, kind, reason }): RowProblem => {
    return { kind, line, column: null, reason, sameAs: null }
  })
  const rangesOf = (rows: readonly SentRow[]) => toRanges(rows.map(({ line }) => line))
  await keep({ batch: first.batch, created: rangesOf(created), open: rangesOf(open), problems })
  for (const row of created) {
    const isListed = row.state === 'in_doubt'
    move(row, isListed ? 'find' : 'confirm')
    // A row of an earlier run that stood in the first list has been counted then.
    if (ledger.countLike(row.key) <= row.before) ledger.addCreated(row.key, row.before, !isListed)
  }
  const earlier = created.filter(row => row.isOfEarlierRun).length
  tally.createdEarlier(earlier)
  tally.counts.created += created.length - earlier
  tally.sent += created.length - earlier + refused.length
  for (const { row, kind } of refused) move(row, kind === 'duplicate' ? 'repeat' : 'refuse')
  for (const problem of problems) tally.problem(problem)
  for (const row of open) leave(tally, row)
}

/** Leaves a row that was certainly not created. */
export function leave(tally: Importing['tally'], row: SentRow): void {
  move(row, 'leave')
  tally.left(row.line)
}
