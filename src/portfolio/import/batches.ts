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
  // Whether a row that is held may have become free to go.
  let mayFit = false

  function fill(): void {
    mayFit = false
    const waiting = held
    held = []
    heldKeys.clear()
    for (const placed of waiting) place(placed)
  }

  function place(placed: PlacedRow): void {
    const { key } = placed
    if (next.length < size && !underWay.has(key) && !heldKeys.has(key)) {
      next.push(placed)
      underWay.add(key)
    } else {
      held.push(placed)
      heldKeys.add(key)
    }
  }

  return {
    /** Takes a row in, for the next batch or a later one. */
    add: place,
    /** The next batch, where it is full; also where it is not with `isLast`. */
    take(isLast: boolean): readonly PlacedRow[] | undefined {
      if (mayFit && next.length < size) fill()
      if (next.length === 0 || (next.length < size && !isLast)) return undefined
      const rows = next
      next = []
      mayFit = true
      return rows
    },
    /** Says that rows are under way from elsewhere. */
    reserve(rows: readonly PlacedRow[]) {
      for (const placed of rows) underWay.add(placed.key)
    },
    /** Says that rows have arrived, so that others that look alike may go. */
    release(rows: readonly PlacedRow[]) {
      for (const placed of rows) underWay.delete(placed.key)
      mayFit = true
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
