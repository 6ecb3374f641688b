import { logFailure } from '../callbacks/log-failure.ts'
import type { Signals, Topic } from './signals.ts'

/** The changes of the state, and the listeners of `server.onChange`. */
export interface Changes {
  /** The number of changes so far. */
  count: number
  readonly listeners: Set<() => void>
  /** Whether the listeners will be called soon. */
  isCallScheduled: boolean
}

export function createChanges(): Changes {
  return { count: 0, listeners: new Set(), isCallScheduled: false }
}

/** The parts of a server that changes are noted in. */
interface ChangeNotes {
  readonly signals: Signals
  readonly changes: Changes
}

/** Tells the readers of the control API, and the listeners, that the state has changed. */
export function noteChange({ signals, changes }: ChangeNotes, ...topics: readonly Topic[]): void {
  for (const topic of topics) signals.raise(topic)
  countChange(changes)
}

/**
 * Counts a change. A microtask calls the listeners once for all changes of a request or a method, because these are processed
 * synchronously.
 */
function countChange(changes: Changes): void {
  changes.count += 1
  if (changes.listeners.size === 0 || changes.isCallScheduled) return
  changes.isCallScheduled = true
  void Promise.resolve().then(() => callListeners(changes))
}

function callListeners(changes: Changes): void {
  changes.isCallScheduled = false
  for (const listener of changes.listeners) {
    try {
      listener()
    } catch (error) {
      logFailure('onChange', error)
    }
  }
}
