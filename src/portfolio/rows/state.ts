import type { PlacedRow } from './read-row.ts'

export type RowState = 'planned' | 'sending' | 'in_doubt' | 'created' | 'refused' | 'left'
export type RowEvent = 'announce' | 'confirm' | 'refuse' | 'lose' | 'find' | 'miss' | 'leave' | 'resume'

/**
 * The life of a row: what is not in here cannot happen. The journal has kept that it is about to be sent (`announce`); a response
 * says what became of it (`confirm`, `refuse`), or none comes (`lose`); the team's list shows it (`find`), or two reads that can be
 * relied on lack it (`miss`); the import ends before it, or the team is full (`leave`); a later run begins (`resume`).
 */
export const transitions: Readonly<Record<RowState, Partial<Readonly<Record<RowEvent, RowState>>>>> = {
  // Read and good; nothing of it has been sent.
  planned: { announce: 'sending', leave: 'left' },
  // A request with it may be on the wire.
  sending: {
    confirm: 'created',
    refuse: 'refused',
    find: 'created',
    lose: 'in_doubt',
    leave: 'left',
    resume: 'in_doubt',
  },
  // A request with it may have been processed.
  in_doubt: { find: 'created', miss: 'sending', resume: 'in_doubt' },
  created: {},
  refused: {},
  // Certainly not created; a later run may send it.
  left: { resume: 'planned' },
}

/** The state after an event; undefined where that cannot happen. */
export function nextState(state: RowState, event: RowEvent): RowState | undefined {
  return transitions[state][event]
}

/** A row that was announced. No two that are under way look alike in the team's list. */
export interface SentRow extends PlacedRow {
  /** The number of the batch in which it was announced. */
  readonly batch: number
  /** How many entities looked like it before it was sent. */
  readonly before: number
  state: RowState
  /** Whether it has been in doubt, in this run or an earlier one. */
  wasInDoubt: boolean
  /** Whether only an earlier run has sent it. */
  isOfEarlierRun: boolean
}

/** Lets something happen to a row. */
export function move(row: SentRow, event: RowEvent): void {
  const next = nextState(row.state, event)
  if (next === undefined) throw new Error(`line ${row.line} is ${row.state}: it cannot ${event}`)
  row.state = next
  if (next === 'in_doubt') row.wasInDoubt = true
  if (event === 'miss') row.isOfEarlierRun = false
}

export function rowsThatAre(rows: readonly SentRow[], state: RowState): SentRow[] {
  return rows.filter(row => row.state === state)
}
