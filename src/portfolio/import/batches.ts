import type { PlacedRow } from '../rows/read-row.ts'

/** How many rows wait for others to arrive before a batch goes that is not full. */
const mostWaiting = 1000

/**
 * Puts rows into batches so that no two rows under way look alike in the team's list: it is by that list that a lost response
 * is made good, and of two that look alike it could not say which of them is there.
 */
export function createBatches(size: number) {
  const underWay = new Set<string>()
  let waiting: PlacedRow[] = []

  return {
    add: (placed: PlacedRow) => void waiting.push(placed),
    /** The next batch, where it is full; also where it is not with `isLast`. */
    take(isLast: boolean): readonly PlacedRow[] | undefined {
      const [next, others]: [PlacedRow[], PlacedRow[]] = [[], []]
      // A row that looks like one that waits goes behind it: in the order of the source.
      const keys = new Set<string>()
      for (const placed of waiting) {
        const isFree = !underWay.has(placed.key) && !keys.has(placed.key)
        ;(isFree && next.length < size ? next : others).push(placed)
        keys.add(placed.key)
      }
      if (next.length === 0 || (next.length < size && !isLast)) return undefined
      waiting = others
      for (const { key } of next) underWay.add(key)
      return next
    },
    /** Says that a row is under way from elsewhere. */
    reserve: ({ key }: PlacedRow) => void underWay.add(key),
    /** Says that rows have arrived, so that others that look alike may go. */
    release(rows: readonly PlacedRow[]) {
      for (const { key } of rows) underWay.delete(key)
    },
    /** Whether there may be a full batch. */
    isFull: () => waiting.length >= size,
    /** Whether more rows wait than should. */
    isCrowded: () => waiting.length >= size + mostWaiting,
    isUnderWay: (key: string) => underWay.has(key),
    /** Takes out all that has not gone. */
    drain: () => waiting.splice(0),
  }
}
