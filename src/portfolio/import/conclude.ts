import type { EntityScreening } from '../../client.ts'
import type { Gate } from '../../pacing/gate.ts'
import type { Pace } from '../../pacing/pace.ts'
import { type Entry, toRanges } from '../journal/entries.ts'
import type { ImportStop, RowProblem } from '../report.ts'
import type { PlacedRow } from '../rows/placed-row.ts'
import type { Ledger } from '../team/ledger.ts'
import type { Looks } from '../team/look.ts'
import { type Batch, move } from './batch.ts'
import type { RowNumbers } from './row-numbers.ts'
import type { Tally } from './tally.ts'

/** What an import shares among its batches. */
export interface Delivery {
  readonly client: EntityScreening
  /** The pace of the requests that create; looks at the list have their own, for they may succeed where nothing is created. */
  readonly pace: Pace
  /** Closed while the list does not show what was created: as long as more is, it would never show all. */
  readonly gate: Gate
  readonly ledger: Ledger
  readonly tally: Tally
  readonly looks: Looks
  readonly numbers: RowNumbers
  /** Ends the requests under way, where the journal goes over to somebody else. */
  readonly lost: AbortSignal | undefined
  /** @throws Error where the journal is, or may be, somebody else's by now: nothing more may be sent. */
  requireJournal(): void
  /** Keeps what became of rows, before anything else relies on it. */
  keep(entry: Entry): Promise<void>
  stop(cause: ImportStop['cause'], error: Error | null): void
  isStopped(): boolean
  /** How many requests have been sent that create, and the number of the last of them that was answered with success. */
  sent: number
  lastSuccess: number
}

/** What became of some rows. */
export interface Fate {
  readonly created: readonly PlacedRow[]
  readonly problems: readonly RowProblem[]
  /** Certainly not created, and left to a later run. */
  readonly open: readonly PlacedRow[]
}

/**
 * Keeps what became of rows in the journal, then counts it.
 *
 * @param by what says so: a response, or the team's list.
 */
export async function conclude(
  { keep, ledger, tally }: Delivery,
  batch: Batch,
  fate: Partial<Fate>,
  by: 'response' | 'list',
): Promise<void> {
  const { created = [], problems = [], open = [] } = fate
  if (created.length + problems.length + open.length === 0) return
  await keep({
    batch: batch.id,
    created: toRanges(created.map(({ line }) => line)),
    open: toRanges(open.map(({ line }) => line)),
    problems: [...problems],
  })
  for (const { line, key } of created) {
    move(batch, line, by === 'list' ? 'find' : 'confirm')
    const before = batch.before[line] ?? 0
    // A row of an earlier run that stood in the first list has been counted then.
    if (ledger.countLike(key) <= before) ledger.addCreated(key, before, by === 'response')
  }
  const earlier = created.filter(({ line }) => batch.sentEarlier.has(line)).length
  tally.createdEarlier(earlier)
  tally.created(created.length - earlier)
  tally.sent(created.length - earlier + problems.length)
  for (const problem of problems) {
    move(batch, problem.line, problem.kind === 'duplicate' ? 'repeat' : 'refuse')
    tally.problem([problem])
  }
  for (const { line } of open) leave(tally, batch, line)
}

/** Leaves a row that was certainly not created. */
export function leave(tally: Tally, batch: Batch, line: number): void {
  move(batch, line, 'leave')
  tally.left(line, false)
}

export function refusal(line: number, reason: string): RowProblem {
  return { kind: 'refused', line, column: null, reason, sameAs: null }
}
