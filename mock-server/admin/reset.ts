import { Refusal } from '../../src/contract/refusal.ts'
import type { ActiveFault } from '../faults/fault-registry.ts'
import type { Server } from '../server.ts'
import { resetServer, restoreSnapshot } from '../snapshot/replace-state.ts'
import type { Snapshot } from '../snapshot/snapshot-schema.ts'
import { takeSnapshot } from '../snapshot/take-snapshot.ts'

/** The state before a reset. */
interface KeptState {
  readonly snapshot: Snapshot
  readonly faults: readonly ActiveFault[]
  /** The state right after the reset. Another reset, or a restored snapshot, replaces it. */
  readonly afterReset: Server['state']
}

/** The time for which the state before a reset is kept, in milliseconds of real time. */
const keptForMs = 600_000

/** The state before the last reset of each server that can be undone. */
const keptStates = new WeakMap<Server, KeptState>()

/** Resets a server. With `isUndoable`, keeps its state in memory, so that `undoReset` can put it back. */
export function resetWithUndo(server: Server, isUndoable: boolean): void {
  const before = isUndoable ? { snapshot: takeSnapshot(server), faults: server.faults.list() } : undefined
  keptStates.delete(server)
  resetServer(server)
  if (before === undefined) return
  const keptState: KeptState = { ...before, afterReset: server.state }
  keptStates.set(server, keptState)
  const timer = setTimeout(() => {
    if (keptStates.get(server) === keptState) keptStates.delete(server)
  }, keptForMs)
  if (typeof timer === 'object') timer.unref()
}

/** Puts the state and the faults before the last reset back. The request log does not return. @throws Refusal with the status 409. */
export function undoReset(server: Server): void {
  const keptState = keptStates.get(server)
  keptStates.delete(server)
  if (keptState === undefined || keptState.afterReset !== server.state)
    throw new Refusal(
      409,
      'There is no reset to undo. It must be the latest change of the whole state, at most ten minutes ago, and sent with { "undo": true }.',
    )
  server.faults.restore(keptState.faults)
  restoreSnapshot(server, keptState.snapshot)
}
