import type { Connection } from '../connection/connect.ts'
import type { RequestEntry } from './request-entry.ts'

/** The requests that the page knows, the newest first. */
export interface RequestList {
  readonly entries: () => readonly RequestEntry[]
  /** Whether requests are missing that the server's log no longer holds. */
  readonly hasGap: () => boolean
  /** Calls the listener at most once a frame. */
  readonly onChange: (listener: () => void) => () => void
}

/** As many as the server's log holds, and some more that it has forgotten. */
const mostEntries = 10_000

/** Collects requests from the events of a connection. */
export function collectRequests(connection: Connection): RequestList {
  const listeners = new Set<() => void>()
  let entries: readonly RequestEntry[] = []
  let arrived: RequestEntry[] = []
  let gap = false
  let isScheduled = false

  function changed(): void {
    if (isScheduled) return
    isScheduled = true
    // A timer, not a frame: a page in the background draws none, and would collect without end.
    setTimeout(() => {
      isScheduled = false
      entries = [...arrived.reverse(), ...entries].slice(0, mostEntries)
      arrived = []
      for (const listener of listeners) listener()
    }, 50)
  }

  connection.onEvent(({ event, data }) => {
    if (event === 'request') arrived.push(data as RequestEntry)
    else if (event === 'cleared' || event === 'reset') {
      entries = []
      arrived = []
      gap = false
    } else if (event === 'gap') gap = true
    else return
    changed()
  })
  return {
    entries: () => entries,
    hasGap: () => gap,
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
