import type { PlacedRow } from '../../rows/read-row.ts'

/** A partial batch is sent once this many rows are waiting in addition to a full batch. */
const maxExtraRows = 1000

/**
 * The rows that wait for a batch. Two rows that look alike in the team's list are never sent at the same time, because after a
 * lost response the list could not show which of them exists.
 */
export interface BatchQueue {
  waiting: PlacedRow[]
  /** The listing keys of the rows in batches whose outcome is not known yet. */
  readonly keysUnderWay: Set<string>
}

export function createBatchQueue(): BatchQueue {
  return { waiting: [], keysUnderWay: new Set() }
}

/**
 * Returns the rows of the next batch, in the order of the source; null if too few rows wait for a full batch or, with
 * `allowPartial`, if no rows wait.
 */
export function nextBatch(
  { waiting, keysUnderWay }: BatchQueue,
  size: number,
  allowPartial: boolean,
): readonly PlacedRow[] | null {
  if (!allowPartial && waiting.length < size) return null
  const rows: PlacedRow[] = []
  // A row waits until all earlier rows that look like it have a known outcome.
  const keys = new Set<string>()
  for (const row of waiting) {
    if (rows.length === size) break
    if (!keysUnderWay.has(row.key) && !keys.has(row.key)) rows.push(row)
    keys.add(row.key)
  }
  return rows.length === size || (allowPartial && rows.length > 0) ? rows : null
}

/** Removes the rows of a batch from the queue, and marks their keys as in progress. */
export function dequeue(queue: BatchQueue, rows: readonly PlacedRow[]): void {
  const batch = new Set(rows)
  queue.waiting = queue.waiting.filter(row => !batch.has(row))
  for (const { key } of rows) queue.keysUnderWay.add(key)
}

/** Releases the keys of rows with a known outcome, so that rows that look like them can be sent. */
export function releaseKeys({ keysUnderWay }: BatchQueue, rows: readonly PlacedRow[]): void {
  for (const { key } of rows) keysUnderWay.delete(key)
}

/** Whether so many rows wait that a partial batch is sent. */
export function isCrowded({ waiting }: BatchQueue, size: number): boolean {
  return waiting.length >= size + maxExtraRows
}
