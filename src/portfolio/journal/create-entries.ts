import type { SettledRows } from '../import/outcome/batch-outcome.ts'
import { checksumOf } from '../import/state/classify-row.ts'
import type { ImportState } from '../import/state/import-state.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import type { AnnouncedRow } from '../rows/row-state.ts'
import { countLookAlikes, summarizeFirstList } from '../team/duplicate-index.ts'
import type { Announcement, Settlement } from './import-entry.ts'
import { toRanges } from './line-ranges.ts'

/** Creates the next batch of rows, and the journal entry that records the batch before it is sent. */
export function announceBatch(
  { index, history, lastBatch, settings }: ImportState,
  rows: readonly PlacedRow[],
): { readonly rows: readonly AnnouncedRow[]; readonly entry: Announcement } {
  const batch = lastBatch + 1
  const announced = rows.map((row): AnnouncedRow => {
    const lookAlikesBefore = countLookAlikes(index, row.key)
    return { ...row, batch, lookAlikesBefore, state: 'announced', wasInDoubt: false, isOfEarlierRun: false }
  })
  const isFirst = batch === history.batches.length + 1
  const entry = {
    batch,
    lines: rangesOf(rows),
    sums: rows.map(row => checksumOf(row).toString(16).padStart(8, '0')).join(''),
    before: Object.fromEntries(
      announced.flatMap(({ line, lookAlikesBefore }) =>
        lookAlikesBefore > 0 ? [[line, lookAlikesBefore]] : [],
      ),
    ),
    at: Date.now(),
    run: isFirst ? { ...summarizeFirstList(index), timeout: settings.timeout } : undefined,
  }
  return { rows: announced, entry }
}

/** Creates the journal entry with the outcome of rows; null if there are no rows. */
export function createSettlement({ created, remaining, refused, problems }: SettledRows): Settlement | null {
  const [first] = [...created, ...remaining, ...refused]
  if (first === undefined) return null
  const entry = { created: rangesOf(created), open: rangesOf(remaining), problems: [...problems] }
  return { batch: first.batch, ...entry }
}

function rangesOf(rows: readonly PlacedRow[]): number[] {
  return toRanges(rows.map(({ line }) => line))
}
