import type { PlacedRow } from './read-row.ts'

export type RowState = 'planned' | 'announced' | 'in_doubt' | 'created' | 'refused' | 'remaining'
export type RowEvent = 'announce' | 'confirm' | 'refuse' | 'lose' | 'find' | 'miss' | 'postpone' | 'resume'

/**
 * The life of a row; a transition that is missing cannot happen.
 *
 * - `announce`: the journal has stored that the row is about to be sent.
 * - `confirm`, `refuse`: a response has its outcome.
 * - `lose`: no clear response arrives.
 * - `find`: the team's list shows the row.
 * - `miss`: two reliable reads of the list lack the row.
 * - `postpone`: the import ends before the row is sent, or the team is full.
 * - `resume`: a later run begins.
 */
export const transitions: Readonly<Record<RowState, Partial<Readonly<Record<RowEvent, RowState>>>>> = {
  // Valid, and not sent yet.
  planned: { announce: 'announced', postpone: 'remaining' },
  // A request with it may be under way.
  announced: {
    confirm: 'created',
    refuse: 'refused',
    find: 'created',
    lose: 'in_doubt',
    postpone: 'remaining',
    resume: 'in_doubt',
  },
  // A request with it may have been processed.
  in_doubt: { find: 'created', miss: 'announced', resume: 'in_doubt' },
  created: {},
  refused: {},
  // Certainly not created; a later run may send it.
  remaining: { resume: 'planned' },
}

/** The state after an event; undefined if that event cannot happen in this state. */
export function nextState(state: RowState, event: RowEvent): RowState | undefined {
  return transitions[state][event]
}

/** A row that was announced. No two of those under way look alike in the team's list. */
export interface AnnouncedRow extends PlacedRow {
  /** The number of the batch in which it was announced. */
  readonly batch: number
  /** How many entities looked like it before it was sent. */
  readonly lookAlikesBefore: number
  state: RowState
  /** Whether it has been in doubt, in this run or an earlier one. */
  wasInDoubt: boolean
  /** Whether only an earlier run has sent it. */
  isOfEarlierRun: boolean
}

export function moveRow(row: AnnouncedRow, event: RowEvent): void {
  const next = nextState(row.state, event)
  if (next === undefined) throw new Error(`line ${row.line} is ${row.state}: it cannot ${event}`)
  row.state = next
  if (next === 'in_doubt') row.wasInDoubt = true
  if (event === 'miss') row.isOfEarlierRun = false
}

export function rowsInState(rows: readonly AnnouncedRow[], state: RowState): AnnouncedRow[] {
  return rows.filter(row => row.state === state)
}
