import { noteChange } from '../changes/note-change.ts'
import { topics } from '../changes/signals.ts'
import { warnOfUnusedFaults } from '../faults/warn-of-unused-faults.ts'
import type { Server } from '../server.ts'
import { clearPages } from '../state/list-cache.ts'
import { noteRemovedKeys } from '../state/removed-keys.ts'
import { copyState, createState, type State } from '../state/state.ts'
import { readSnapshot } from './read-snapshot.ts'

/** Returns a server to the state after its start. */
export function resetServer(server: Server): void {
  const { startState } = server
  warnOfUnusedFaults(server)
  replaceState(server, startState === null ? createState(server) : copyState(startState), 'reset()')
  server.clock.reset()
  server.faults.restore([])
  server.requests.clear()
}

/**
 * Replaces the state of a server by the state of a snapshot.
 *
 * @throws TypeError naming the field that is wrong. In this case, the state does not change.
 */
export function restoreSnapshot(server: Server, snapshot: unknown): void {
  const { state, ahead, minTime } = readSnapshot(server, snapshot)
  replaceState(server, state, 'restore()')
  server.clock.restore(ahead)
  // A fast clock starts at the real time, which may be earlier than the saved time.
  server.clock.advanceTo(minTime)
}

function replaceState(server: Server, state: State, method: string): void {
  noteRemovedKeys(server.removedKeys, server.state, state, method)
  for (const apiKey of state.teamByKey.keys()) server.learn(apiKey)
  server.state = state
  clearPages(server.listCache)
  // The next test needs the warnings, too.
  server.pollWatch.hasWarned = false
  server.pollWatch.hasWarnedOfNetwork = false
  noteChange(server, ...topics)
}
