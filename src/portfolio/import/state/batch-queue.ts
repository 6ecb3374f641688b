import type { PlacedRow } from '../../rows/read-row.ts'

/** How many more rows than a batch may wait before a batch is sent that is not full. */
const maxExtraRows = 1000

/**
 * Rows that wait for a batch. No two rows under way look alike in the team's list: if a response is lost, the list could not show
 * which of the two exists.
 */
export interface BatchQueue {
  waiting: PlacedRow[]
  /** The keys of the rows under way. */
  readonly keysUnderWay: Set<string>
}

export function createBatchQueue(): BatchQueue {
  return { waiting: [], keysUnderWay: new Set() }
}

/** The rows of the next batch, in the order of the source; null if there is no full one, or none at all with `allowPartial`. */
export function nextBatch(
  { waiting, keysUnderWay }: BatchQueue,
  size: number,
  allowPartial: boolean,
): readonly PlacedRow[] | null {
  if (!allowPartial && waiting.length < size) return null
  const rows: PlacedRow[] = []
  // A row waits behind every row that looks like it.
  const keys = new Set<string>()
  for (const row of waiting) {
    if (rows.length === size) break
    if (!keysUnderWay.has(row.key) && !keys.has(row.key)) rows.push(row)
    keys.add(row.key)
  }
  return rows.length === size || (allowPartial && rows.length > 0) ? rows : null
}

/** Moves the rows of a batch from the queue to those under way. */
export function dequeue(queue: BatchQueue, rows: readonly PlacedRow[]): void {
  const batch = new Set(rows)
  queue.waiting = queue.waiting.filter(row => !batch.has(row))
  for (const { key } of rows) queue.keysUnderWay.add(key)
}

/** Lets rows that look like these be sent. */
export function releaseKeys({ keysUnderWay }: BatchQueue, rows: readonly PlacedRow[]): void {
  for (const { key } of rows) keysUnderWay.delete(key)
}

/** Whether so many rows wait that a batch is sent even if it is not full. */
export function isCrowded({ waiting }: BatchQueue, size: number): boolean {
  return waiting.length >= size + maxExtraRows
}
