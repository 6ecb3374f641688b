import type { PlacedRow } from './read-row.ts'

export type RowState = 'planned' | 'announced' | 'in_doubt' | 'created' | 'refused' | 'remaining'
export type RowEvent = 'announce' | 'confirm' | 'refuse' | 'lose' | 'find' | 'miss' | 'postpone' | 'resume'

/**
 * The states of a row, and the events that change each state. An event that is not listed for a state is a bug.
 *
 * - `announce`: the journal has stored that the row is about to be sent.
 * - `confirm`, `refuse`: a response contains the outcome of the row.
 * - `lose`: no response arrives, or the response does not contain the outcome.
 * - `find`: the team's list shows the row.
 * - `miss`: two reliable reads of the team's list do not show the row.
 * - `postpone`: the import ends before the row is sent, or the team is full.
 * - `resume`: a later run begins.
 */
export const transitions: Readonly<Record<RowState, Partial<Readonly<Record<RowEvent, RowState>>>>> = {
  // The row is valid and not sent yet.
  planned: { announce: 'announced', postpone: 'remaining' },
  // A request with the row may be in progress.
  announced: {
    confirm: 'created',
    refuse: 'refused',
    find: 'created',
    lose: 'in_doubt',
    postpone: 'remaining',
    resume: 'in_doubt',
  },
  // The service may have processed a request with the row.
  in_doubt: { find: 'created', miss: 'announced', resume: 'in_doubt' },
  created: {},
  refused: {},
  // The row is certainly not created; a later run may send it.
  remaining: { resume: 'planned' },
}

/** Returns the state of a row after an event; undefined if the event cannot happen in the current state. */
export function nextState(state: RowState, event: RowEvent): RowState | undefined {
  return transitions[state][event]
}

/**
 * A row that the journal has recorded as about to be sent. Two rows that look alike in the team's list are never in progress at
 * the same time.
 */
export interface AnnouncedRow extends PlacedRow {
  /** The number of the batch that contains the row. */
  readonly batch: number
  /** The number of entities that looked like the row before it was sent. */
  readonly lookAlikesBefore: number
  state: RowState
  /** Whether the row's outcome has been unknown before, in this run or an earlier one. */
  wasInDoubt: boolean
  /** Whether an earlier run sent the row, and this run has not sent it. */
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
