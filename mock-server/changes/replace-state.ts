import { parseArgument } from '../parse-argument.ts'
import type { Server } from '../server.ts'
import { createInitialState, publishChange, type ServerParts } from '../state/server-parts.ts'
import type { State } from '../state/state.ts'
import { applyChange } from './apply-change.ts'
import type { Undo } from './change-buffer.ts'
import { type Change, changeSchema } from './change-schema.ts'
import { changesOf, faultsChange } from './changes.ts'

/** Restores the initial state of a server. */
export function resetState(parts: ServerParts, server: Server): void {
  const undo = createStateUndo(parts)
  restart(parts)
  republishState(parts, server, undo)
}

/** Replaces the state of a server by the state of a snapshot. */
export function restoreState(parts: ServerParts, server: Server, state: State): void {
  const undo = createStateUndo(parts)
  loadState(parts, state, 'restore()')
  syncClock(parts)
  republishState(parts, server, undo)
}

/**
 * Applies a change from another server, without calling the listeners. @throws TypeError naming what is wrong with the change.
 */
export function applyForeignChange(parts: ServerParts, input: unknown): void {
  const change: Change = parseArgument(changeSchema, input, { caller: 'apply', root: 'the change' })
  if (change.kind === 'reset') restart(parts)
  else if (change.kind === 'faults')
    parts.faults.restore(change.faults.map(({ fault, ...counts }) => ({ ...fault, ...counts })))
  else {
    applyChange(parts.state, change)
    syncClock(parts)
  }
  parts.signals.raiseChange(change)
}

function restart(parts: ServerParts): void {
  loadState(parts, createInitialState(parts), 'reset()')
  parts.clock.reset()
  parts.faults.restore([])
  parts.requests.clear()
}

function loadState(parts: ServerParts, state: State, method: string): void {
  parts.removedKeys.note(parts.state.teams, state.teams, method)
  parts.state = state
  parts.listCache.clear()
}

/** Moves the clock to the time of the applied changes. */
function syncClock({ clock, state }: ServerParts): void {
  if (state.ahead !== null) clock.restore(state.ahead)
  clock.advanceTo(state.minTime)
  state.ahead = null
  state.minTime = 0
}

/** Publishes a reset and then the complete state, because a listener may apply it to a server with other initial teams. */
function republishState(parts: ServerParts, server: Server, undo: Undo): void {
  const { changeBuffer, faults } = parts
  publishChange(parts, { kind: 'reset' }, undo)
  if (!changeBuffer.isRecording()) return
  const undoNothing = () => {}
  for (const change of changesOf(server)) changeBuffer.recordChange(change, undoNothing)
  changeBuffer.recordChange(faultsChange(faults.list()), undoNothing)
}

/** Returns a function that rolls back a reset or a replaced state. */
function createStateUndo(parts: ServerParts): Undo {
  const { clock, faults, listCache } = parts
  const before = { state: parts.state, ahead: clock.ahead(), faults: faults.list() }
  return () => {
    parts.state = before.state
    listCache.clear()
    clock.restore(before.ahead)
    faults.restore(before.faults)
  }
}
