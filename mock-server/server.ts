import type { Refusal } from '../src/contract/refusal.ts'
import type { KeyMask } from '../src/shared/key-mask.ts'
import type { Transform } from './callbacks/service-response.ts'
import type { Warnings } from './callbacks/warnings.ts'
import type { Changes } from './changes/note-change.ts'
import type { Signals } from './changes/signals.ts'
import type { Clock } from './clock/clock.ts'
import type { PollWatch } from './clock/poll-watch.ts'
import type { DelayWatch } from './clock/watch-delays.ts'
import type { FaultRegistry } from './faults/fault-registry.ts'
import type { Settings } from './options.ts'
import type { RequestRecorder } from './request-log/request-log.ts'
import type { ListCache } from './state/list-cache.ts'
import type { RemovedKeys } from './state/removed-keys.ts'
import type { State } from './state/state.ts'
import type { Team } from './state/teams.ts'

/** A server: its settings, and all that its functions read and change. `MockServer` has the methods for callers. */
export interface Server extends Settings, Warnings, KeyMask {
  /** A reset, and a snapshot that is restored, replace the state. */
  state: State
  /** The state after the start, to which a reset returns; null if it has only the keys of the options. */
  startState: State | null
  readonly clock: Clock
  readonly faults: FaultRegistry
  readonly requests: RequestRecorder
  /** Called when a response begins to wait for the clock. */
  readonly watchDelay: DelayWatch
  /** The events for readers of the control API. */
  readonly signals: Signals
  readonly changes: Changes
  /** The cached JSON of earlier lists. */
  readonly listCache: ListCache
  readonly removedKeys: RemovedKeys
  /** The team for operations that need no key; it is always empty. */
  readonly keylessTeam: Team
  /** Detects that code polls while a manual clock stands still. */
  readonly pollWatch: PollWatch
  /** Warns if the name of a new entity has a prefix that is not a scenario. */
  readonly checkPrefix: (name: string) => void
  readonly transform: Transform | undefined
  readonly adminToken: string | undefined
  /** The response to requests that would change the state, once the state can no longer be stored; null before. */
  storageRefusal: Refusal | null
  /** The store that the server shares with other pages; null if there is none. */
  sharedStore: SharedStore | null
}

/** A store of the state in a browser. */
export interface SharedStore {
  /** Restores the stored state if another page has stored it since. */
  refresh(): Promise<void>
  /** Resolves when all changes of the state are stored, or cannot be stored. */
  settle(): Promise<void>
}
