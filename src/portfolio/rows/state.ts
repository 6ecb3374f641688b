export type RowState = 'planned' | 'sending' | 'in_doubt' | 'created' | 'refused' | 'duplicate' | 'left'

/**
 * What happens to a row. The journal has kept that it is about to be sent (`announce`); a response says what became of it
 * (`confirm`, `refuse`, `repeat`), or none comes (`lose`); the team's list shows it (`find`), or two looks that can be trusted
 * lack it (`miss`); the import ends before it, or the team is full (`leave`); a later run begins (`resume`).
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

/** The life of a row: the whole of what an import may do to it. What is not in here cannot happen. */
export const transitions: Readonly<Record<RowState, Partial<Readonly<Record<RowEvent, RowState>>>>> = {
  // Read and good; nothing of it has been sent.
  planned: { announce: 'sending', repeat: 'duplicate', leave: 'left' },
  // A request with it may be on the wire.
  sending: {
    confirm: 'created',
    refuse: 'refused',
    repeat: 'duplicate',
    find: 'created',
    lose: 'in_doubt',
    leave: 'left',
    resume: 'in_doubt',
  },
  // A request with it may have been processed.
  in_doubt: { find: 'created', miss: 'sending', resume: 'in_doubt' },
  created: {},
  refused: {},
  duplicate: {},
  // Certainly not created; a later run may send it.
  left: { resume: 'planned' },
}

/** The state after an event; undefined where that cannot happen. */
export function nextState(state: RowState, event: RowEvent): RowState | undefined {
  return transitions[state][event]
}
