import { checksum } from '../checksum.ts'
import { type Entry, toRanges } from '../journal/entries.ts'
import type { History } from '../journal/history.ts'
import type { RowProblem } from '../report.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { nextState, type RowEvent, type RowState } from '../rows/state.ts'
import type { Ledger } from '../team/ledger.ts'
import type { Tally } from './tally.ts'

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

/** What a row says, in 32 bits: a journal that is used with another source is found out at its first row. */
export function sumOf({ row, spelled }: PlacedRow): number {
  return checksum(JSON.stringify(spelled ? { ...row, ...spelled } : row))
}

/** What is known of rows, in the journal first: what it does not have, nothing relies on. */
export type ImportRecord = ReturnType<typeof createRecord>

interface RecordParts {
  readonly history: History
  readonly keep: (entry: Entry) => Promise<void>
  readonly ledger: Ledger
  readonly tally: Tally
  /** The time limit of a request in milliseconds; null where there is none. */
  readonly timeout: number | null
}

export function createRecord({ history, keep, ledger, tally, timeout }: RecordParts) {
  let { lastBatch } = history
  /** Whether the journal says how this run began. */
  let hasBegun = false
  return { announce, count, conclude, leave }

  /** Keeps that rows are about to be sent. */
  async function announce(rows: readonly PlacedRow[]): Promise<SentRow[]> {
    lastBatch += 1
    const sent = rows.map(placed => sentRow(placed, lastBatch, ledger.countLike(placed.key), 'sending'))
    const before = Object.fromEntries(sent.flatMap(row => (row.before > 0 ? [[row.line, row.before]] : [])))
    const sums = rows.map(placed => sumOf(placed).toString(16).padStart(8, '0')).join('')
    const begun = hasBegun ? {} : { run: { ...ledger.first(), timeout } }
    hasBegun = true
    await keep({ batch: lastBatch, lines: rangesOf(rows), sums, before, at: Date.now(), ...begun })
    return sent
  }

  /** Keeps how many rows a response has counted as created, where it does not say which. */
  async function count([first]: readonly SentRow[], accepted: number): Promise<void> {
    if (first !== undefined && accepted > 0) await keep({ batch: first.batch, accepted })
  }

  /** Keeps what became of rows, and counts it. Of rows in doubt the team's list says so, of others a response. */
  async function conclude({ created = [], refused = [], open = [] }: Partial<Fate>): Promise<void> {
    const [first] = [...created, ...open, ...refused.map(({ row }) => row)]
    if (first === undefined) return
    const problems = refused.map(({ row: { line }, kind, reason }): RowProblem => {
      return { kind, line, column: null, reason, sameAs: null }
    })
    await keep({ batch: first.batch, created: rangesOf(created), open: rangesOf(open), problems })
    for (const row of created) {
      const isListed = row.state === 'in_doubt'
      move(row, isListed ? 'find' : 'confirm')
      // A row of an earlier run that stood in the first list has been counted then.
      if (ledger.countLike(row.key) <= row.before) ledger.addCreated(row.key, row.before, !isListed)
    }
    tally.created(created.length, created.filter(row => row.isOfEarlierRun).length)
    for (const { row, kind } of refused) move(row, kind === 'duplicate' ? 'repeat' : 'refuse')
    tally.refused(problems)
    for (const row of open) leave(row)
  }

  /** Leaves a row that is not there; the journal does not say so of one that was in doubt: a later run may find it. */
  function leave(row: SentRow): void {
    move(row, 'leave')
    tally.left(row.line)
  }
}

function rangesOf(rows: readonly PlacedRow[]): number[] {
  return toRanges(rows.map(({ line }) => line))
}
