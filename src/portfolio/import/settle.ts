import { toRanges } from '../journal/entries.ts'
import type { RowProblem } from '../report.ts'
import type { Batch, Delivery, PlacedRow } from './delivery.ts'

/** What became of some rows. */
export interface Fate {
  readonly created: readonly PlacedRow[]
  readonly problems: readonly RowProblem[]
  /** Certainly not created, and left to a later run. */
  readonly open: readonly PlacedRow[]
}

/** Keeps what became of rows in the journal, then counts it. */
export async function settle(delivery: Delivery, batch: Batch, fate: Partial<Fate>): Promise<void> {
  const { created = [], problems = [], open = [] } = fate
  if (created.length + problems.length + open.length === 0) return
  const { ledger, tally } = delivery
  await delivery.keep({
    batch: batch.id,
    created: toRanges(created.map(({ line }) => line)),
    open: toRanges(open.map(({ line }) => line)),
    problems: [...problems],
  })
  for (const { line } of [...created, ...problems, ...open]) batch.unsettled.delete(line)
  for (const { key, line } of created) {
    // A row of an earlier run that stood in the list at the beginning has been counted then.
    if (ledger.countLike(key) <= (batch.before[line] ?? 0)) ledger.addCreated(key, false)
  }
  tally.created(created.length)
  for (const problem of problems) tally.problem([problem])
  for (const { line } of open) tally.left(line, false)
}

export function refusal(line: number, reason: string): RowProblem {
  return { kind: 'refused', line, column: null, reason, sameAs: null }
}
