import type { PlacedRow } from '../rows/placed-row.ts'
import { nextState, type RowEvent, type RowState } from '../rows/state.ts'

/** Rows that go together. No two of them, and no two that are under way, look alike in the team's list. */
export interface Batch {
  readonly id: number
  readonly rows: readonly PlacedRow[]
  /** How many entities looked like a row before it was sent, by its line; 0 where it is not there. */
  readonly before: Readonly<Record<string, number>>
  /** Where each row is in its life, by its line. */
  readonly states: Map<number, RowState>
  /** The lines that have been in doubt, in this run or an earlier one. */
  readonly doubted: Set<number>
  /** The lines that only an earlier run has sent. */
  readonly sentEarlier: Set<number>
}

export function createBatch(
  given: Pick<Batch, 'id' | 'rows' | 'before'>,
  state: 'sending' | 'in_doubt',
): Batch {
  const lines = given.rows.map(({ line }) => line)
  return {
    ...given,
    states: new Map(lines.map(line => [line, state])),
    doubted: new Set(state === 'in_doubt' ? lines : []),
    sentEarlier: new Set(state === 'in_doubt' ? lines : []),
  }
}

/** Lets something happen to a row, as the table of transitions says. */
export function move({ states, doubted, sentEarlier }: Batch, line: number, event: RowEvent): void {
  const state = states.get(line)
  const next = state && nextState(state, event)
  if (next === undefined) throw new Error(`line ${line} is ${state}: it cannot ${event}`)
  states.set(line, next)
  if (next === 'in_doubt') doubted.add(line)
  if (event === 'miss') sentEarlier.delete(line)
}

export function rowsThatAre({ rows, states }: Batch, state: RowState): PlacedRow[] {
  return rows.filter(({ line }) => states.get(line) === state)
}
