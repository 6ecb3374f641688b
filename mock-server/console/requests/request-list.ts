import type { ShownRequest } from '../../admin/requests.ts'
import { added, type Connection } from '../connection/connect.ts'

export interface RequestList {
  entries(): readonly ShownRequest[]
  /** Whether the server has been heard: an empty list says nothing before. */
  isKnown(): boolean
  /** Whether older requests are missing: neither the page nor the server's log has had room for them. */
  hasGap(): boolean
  /** Calls the listener when the list has changed, at most 20 times a second; returns what ends it. */
  onChange(listener: () => void): () => void
}

/** As many as the server's log holds, and as many again that it has forgotten. */
const mostEntries = 10_000
const pause = 50

export function collectRequests(connection: Connection): RequestList {
  const listeners = new Set<() => void>()
  let entries: readonly ShownRequest[] = []
  let arrived = new Map<number, ShownRequest>()
  let isKnown = false
  let gap = false
  /** Whether the log has to be read, for events alone do not tell all of it. */
  let isUnread = false
  let isScheduled = false

  function changed(): void {
    if (isScheduled) return
    isScheduled = true
    // A timer, not a frame: a page in the background draws none, and would collect without end.
    setTimeout(() => {
      isScheduled = false
      isKnown = true
      const merged = merge(entries, arrived)
      if (merged.length > mostEntries) gap = true
      entries = merged.slice(0, mostEntries)
      arrived = new Map()
      for (const listener of listeners) listener()
    }, pause)
  }

  function forget(): void {
    entries = []
    arrived = new Map()
    gap = false
    isUnread = false
  }

  /** What is left of the log; the page may have been away while the server was restarted. */
  async function startAgain(): Promise<void> {
    forget()
    gap = true
    isUnread = true
    changed()
    const held = await connection.call<readonly ShownRequest[]>('GET', '/requests')
    isUnread = false
    // What came by an event meanwhile is the later.
    const known = new Set([...entries, ...arrived.values()].map(({ id }) => id))
    for (const entry of held) if (!known.has(entry.id)) arrived.set(entry.id, entry)
    changed()
  }

  connection.onEvent(({ event, data }) => {
    if (event === 'request') {
      const entry = data as ShownRequest
      arrived.set(entry.id, entry)
      changed()
    } else if (event === 'cleared') {
      forget()
      changed()
    } else if (event === 'gap' || (event === 'connected' && isUnread)) startAgain().catch(() => {})
    else if (event === 'connected') changed()
  })
  return {
    entries: () => entries,
    isKnown: () => isKnown,
    hasGap: () => gap,
    onChange: listener => added(listeners, listener),
  }
}

/** An entry that arrives again is complete then: its response had to wait. */
function merge(
  entries: readonly ShownRequest[],
  arrived: ReadonlyMap<number, ShownRequest>,
): readonly ShownRequest[] {
  const added = new Map(arrived)
  const kept = entries.map(entry => {
    const later = added.get(entry.id)
    added.delete(entry.id)
    return later ?? entry
  })
  return [...added.values(), ...kept].sort((one, other) => other.id - one.id)
}
