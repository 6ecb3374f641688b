/**
 * The life of a row of an import.
 *
 * - `planned`: read and good; nothing of it has been sent.
 * - `sending`: announced in the journal; a request with it may be on the wire.
 * - `in_doubt`: a request with it may have been processed, and nothing says whether it was.
 * - `created`: an entity of it exists.
 * - `refused`: the service refused it.
 * - `duplicate`: it repeats another row, or an entity of the team.
 * - `left`: certainly not created; a later run may send it.
 */
export type RowState = 'planned' | 'sending' | 'in_doubt' | 'created' | 'refused' | 'duplicate' | 'left'

/**
 * What happens to a row.
 *
 * - `announce`: the journal has kept that it is about to be sent.
 * - `confirm`: a response says that it was created.
 * - `refuse`: a response says that it was not, and why.
 * - `repeat`: it turns out to repeat something, by the list, the source or a response.
 * - `lose`: the response is lost, or the process that waited for it.
 * - `find`: the team's list shows it.
 * - `miss`: two looks at the list that can be trusted agree that it is not there.
 * - `leave`: the import ends before it, or the team has no room for it.
 * - `resume`: a later run begins.
 */
export type RowEvent =
  | 'announce'
  | 'confirm'
  | 'refuse'
  | 'repeat'
  | 'lose'
  | 'find'
  | 'miss'
  | 'leave'
  | 'resume'

/** The whole of what an import may do to a row: what is not in here cannot happen. */
export const transitions: Readonly<Record<RowState, Partial<Readonly<Record<RowEvent, RowState>>>>> = {
  planned: { announce: 'sending', repeat: 'duplicate', leave: 'left' },
  sending: {
    confirm: 'created',
    refuse: 'refused',
    repeat: 'duplicate',
    find: 'created',
    lose: 'in_doubt',
    leave: 'left',
    resume: 'in_doubt',
  },
  in_doubt: { find: 'created', miss: 'sending', resume: 'in_doubt' },
  created: {},
  refused: {},
  duplicate: {},
  left: { resume: 'planned' },
}

/** The state after an event; undefined where that cannot happen. */
export function nextState(state: RowState, event: RowEvent): RowState | undefined {
  return transitions[state][event]
}
