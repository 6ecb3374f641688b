import type { ActiveFault } from '../../faults/fault-registry.ts'
import { addTo } from '../connection/add-to.ts'
import type { Connection } from '../connection/open-connection.ts'
import { createPacedReader } from '../connection/paced-reader.ts'

/** A fault that was active earlier in the session of the page. */
export interface EndedFault {
  readonly fault: ActiveFault
  /** Whether the fault got all its hits. Otherwise, it was switched off, or the server was reset. */
  readonly isUsedUp: boolean
}

export interface FaultList {
  /** The active faults; undefined before they have been read. */
  active(): readonly ActiveFault[] | undefined
  /** The faults that have ended, the latest first. Only the page keeps them. */
  ended(): readonly EndedFault[]
  onChange(listener: () => void): () => void
  /** Switches a fault off, or all of them. */
  switchOff(id?: string): Promise<void>
  /** Adds an ended fault anew, without its hits. */
  switchOn(ended: EndedFault): Promise<void>
  reload(): void
}

/** The maximum number of ended faults. */
const maxEnded = 20

interface ListState {
  active: readonly ActiveFault[] | undefined
  ended: readonly EndedFault[]
  /** The ids of the faults that this page switches off. */
  readonly switchedOff: Set<string>
  /** Whether the whole state was replaced since the last read, so that no fault ended by its hits. */
  isReplaced: boolean
}

/** Follows the faults of the server. */
export function collectFaults(connection: Pick<Connection, 'call' | 'onChange'>): FaultList {
  const state: ListState = { active: undefined, ended: [], switchedOff: new Set(), isReplaced: false }
  const listeners = new Set<() => void>()

  async function read(): Promise<void> {
    try {
      applyFaults(state, await connection.call<readonly ActiveFault[]>('GET', '/faults'))
    } catch {
      // The connection line says that the server does not respond. The next connection reads again.
      return
    }
    for (const listener of listeners) listener()
  }

  const reader = createPacedReader(read)
  connection.onChange(({ topics }) => {
    // Only a reset, a restored snapshot and a new connection raise these two at once.
    state.isReplaced ||= topics.includes('cleared') && topics.includes('teams')
    if (topics.includes('faults')) reader.request()
  })
  return {
    active: () => state.active,
    ended: () => state.ended,
    onChange: listener => addTo(listeners, listener),
    async switchOff(id) {
      for (const fault of state.active ?? [])
        if (id === undefined || fault.id === id) state.switchedOff.add(fault.id)
      await connection.call('DELETE', id === undefined ? '/faults' : `/faults?id=${id}`)
      reader.request()
    },
    async switchOn(ended) {
      const { id: _, happened: __, ...fault } = ended.fault
      await connection.call('POST', '/faults', fault)
      state.ended = state.ended.filter(other => other !== ended)
      reader.request()
    },
    reload: () => reader.request(),
  }
}

/** Moves the faults that are no longer active to those that have ended. */
function applyFaults(state: ListState, active: readonly ActiveFault[]): void {
  const ids = new Set(active.map(({ id }) => id))
  const ended = (state.active ?? []).filter(({ id }) => !ids.has(id)).map(fault => endFault(fault, state))
  state.active = active
  state.ended = [...ended.reverse(), ...state.ended].slice(0, maxEnded)
  state.isReplaced = false
}

function endFault(fault: ActiveFault, { switchedOff, isReplaced }: ListState): EndedFault {
  const { times } = fault
  if (switchedOff.delete(fault.id) || isReplaced || times === undefined) return { fault, isUsedUp: false }
  return { fault: { ...fault, happened: times }, isUsedUp: true }
}
