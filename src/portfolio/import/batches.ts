import type { PlacedRow } from '../rows/read-row.ts'

/** Rows that wait for others to arrive, at most: memory is bounded, whatever the source holds. */
export const mostWaiting = 1000

/**
 * Puts rows into batches so that no two rows under way look alike in the team's list: it is by that list that a lost response
 * is made good, and of two that look alike it could not say which of them is there.
 */
export function createBatches(size: number) {
  const underWay = new Set<string>()
  let next: PlacedRow[] = []
  let held: PlacedRow[] = []
  // A row that looks like one that is held waits behind it, so that they go in the order of the source.
  const heldKeys = new Set<string>()

  /** Takes a row in, for the next batch or a later one. */
  function add(placed: PlacedRow): void {
    const { key } = placed
    const fits = next.length < size && !underWay.has(key) && !heldKeys.has(key)
    ;(fits ? next : held).push(placed)
    ;(fits ? underWay : heldKeys).add(key)
  }

  return {
    add,
    /** The next batch, where it is full; also where it is not with `isLast`. */
    take(isLast: boolean): readonly PlacedRow[] | undefined {
      if (next.length < size) {
        const waiting = held
        held = []
        heldKeys.clear()
        for (const placed of waiting) add(placed)
      }
      if (next.length === 0 || (next.length < size && !isLast)) return undefined
      const rows = next
      next = []
      return rows
    },
    /** Says that rows are under way from elsewhere. */
    reserve(rows: readonly PlacedRow[]) {
      for (const placed of rows) underWay.add(placed.key)
    },
    /** Says that rows have arrived, so that others that look alike may go. */
    release(rows: readonly PlacedRow[]) {
      for (const placed of rows) underWay.delete(placed.key)
    },
    /** Whether there is a full batch, or more rows wait than should. */
    isFull: () => next.length >= size || held.length > mostWaiting,
    isUnderWay: (key: string) => underWay.has(key),
    /** How many rows wait for others to arrive. */
    waiting: () => held.length,
    /** Takes out all that has not gone. */
    drain() {
      const rows = [...next, ...held]
      next = []
      held = []
      return rows
    },
  }
}
