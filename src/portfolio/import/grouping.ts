import type { PlacedRow } from '../rows/placed-row.ts'

/**
 * Puts rows into batches so that no two rows under way look alike in the team's list: it is by that list that a lost response
 * is made good, and of two that look alike it could not say which of them is there.
 */
export interface Batches {
  /** Takes a row in, for the next batch or a later one. */
  add(placed: PlacedRow): void
  /** The next batch, where it is full; also where it is not with `isLast`. */
  take(isLast: boolean): readonly PlacedRow[] | undefined
  /** Says that rows are under way from elsewhere. */
  reserve(rows: readonly PlacedRow[]): void
  /** Says that rows have arrived, so that others that look alike may go. */
  release(rows: readonly PlacedRow[]): void
  /** Whether there is a full batch, or more rows wait than should. */
  isFull(): boolean
  /** Whether a row of this key has been taken and not been released. */
  isUnderWay(key: string): boolean
  /** How many rows wait for others to arrive. */
  waiting(): number
  /** Takes out all that has not gone. */
  drain(): readonly PlacedRow[]
}

/** Rows that wait for others to arrive, at most: memory is bounded, whatever the source holds. */
export const mostWaiting = 1000

export function createBatches(size: number): Batches {
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
    add: place,
    take(isLast) {
      if (mayFit && next.length < size) fill()
      if (next.length === 0 || (next.length < size && !isLast)) return undefined
      const rows = next
      next = []
      mayFit = true
      return rows
    },
    reserve(rows) {
      for (const placed of rows) underWay.add(placed.key)
    },
    release(rows) {
      for (const placed of rows) underWay.delete(placed.key)
      mayFit = true
    },
    isFull: () => next.length >= size || held.length > mostWaiting,
    isUnderWay: key => underWay.has(key),
    waiting: () => held.length,
    drain() {
      const rows = [...next, ...held]
      next = []
      held = []
      return rows
    },
  }
}
