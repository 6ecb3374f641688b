import { checksum } from '../checksum.ts'
import { type Entry, toRanges } from '../journal/entries.ts'
import type { History } from '../journal/history.ts'
import type { RowProblem } from '../report.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { move, type SentRow } from '../rows/state.ts'
import type { Ledger } from '../team/ledger.ts'
import type { Course } from './course.ts'

/** What became of some rows of a batch. */
export interface Fate {
  readonly created: readonly SentRow[]
  /** Those that the service refused, and its reasons. */
  readonly refused: ReadonlyMap<SentRow, string>
  /** Certainly not created, and left to a later run. */
  readonly open: readonly SentRow[]
}

/** What a row says, in 32 bits: a journal that is used with another source is found out at its first row. */
export function sumOf({ row }: PlacedRow): number {
  return checksum(JSON.stringify(row))
}

/** What is known of rows, in the journal first: what it does not have, nothing relies on. */
export type ImportRecord = ReturnType<typeof createRecord>

/** @param timeout the time limit of a request in milliseconds. */
export function createRecord(
  history: History,
  keep: (entry: Entry) => Promise<void>,
  ledger: Ledger,
  course: Course,
  timeout: number,
) {
  let batch = history.lastBatch
  return {
    /** Keeps that rows are about to be sent. */
    async announce(rows: readonly PlacedRow[]): Promise<SentRow[]> {
      batch += 1
      const sent = rows.map((placed): SentRow => {
        const before = ledger.countLike(placed.key)
        return { ...placed, batch, before, state: 'sending', wasInDoubt: false, isOfEarlierRun: false }
      })
      const before = Object.fromEntries(sent.flatMap(row => (row.before > 0 ? [[row.line, row.before]] : [])))
      const sums = rows.map(placed => sumOf(placed).toString(16).padStart(8, '0')).join('')
      // The journal says how this run began.
      const run = batch === history.lastBatch + 1 ? { ...ledger.first(), timeout } : undefined
      await keep({ batch, lines: rangesOf(rows), sums, before, at: Date.now(), run })
      return sent
    },

    /** Keeps how many rows a response has counted as created, where it does not say which. */
    async count([first]: readonly SentRow[], accepted: number): Promise<void> {
      if (first !== undefined && accepted > 0) await keep({ batch: first.batch, accepted })
    },

    /** Keeps what became of rows, and counts it. Of rows in doubt the team's list says so, of others a response. */
    async conclude({ created = [], refused = new Map(), open = [] }: Partial<Fate>): Promise<void> {
      const [first] = [...created, ...open, ...refused.keys()]
      if (first === undefined) return
      const problems = Array.from(refused, ([{ line }, reason]): RowProblem => {
        return { kind: 'refused', line, column: null, reason, sameAs: null }
      })
      await keep({ batch: first.batch, created: rangesOf(created), open: rangesOf(open), problems })
      for (const row of created) {
        const isListed = row.state === 'in_doubt'
        move(row, isListed ? 'find' : 'confirm')
        // A row of an earlier run that stood in the first list has been counted then.
        if (ledger.countLike(row.key) <= row.before) ledger.addCreated(row.key, row.before, !isListed)
      }
      course.counts.created += created.length
      course.counts.createdEarlier += created.filter(row => row.isOfEarlierRun).length
      for (const row of refused.keys()) move(row, 'refuse')
      for (const problem of problems) course.problem(problem)
      for (const row of open) leave(row)
    },
    leave,
  }

  /** Leaves a row that is not there; the journal does not say so of one that was in doubt: a later run may find it. */
  function leave(row: SentRow): void {
    move(row, 'leave')
    course.left(row.line)
  }
}

function rangesOf(rows: readonly PlacedRow[]): number[] {
  return toRanges(rows.map(({ line }) => line))
}
