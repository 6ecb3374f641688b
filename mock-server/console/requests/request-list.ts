import type { ShownRequest } from '../../admin/requests.ts'
import { addTo } from '../connection/add-to.ts'
import type { Connection, ConsoleEvent } from '../connection/open-connection.ts'

/** A request in the page's log. The server counts requests from 1 after each start; `run` counts the starts. */
export interface ListedRequest extends ShownRequest {
  readonly run: number
  /** The unique key of the request within the log. */
  readonly key: string
}

export interface RequestList {
  /** The requests, the newest first. They stay after a restart of the server, until the log is cleared. */
  entries(): readonly ListedRequest[]
  /** The number of the server's current run. */
  run(): number
  /** Whether the page has connected to the server. Before the connection, the list is empty even if the server has requests. */
  isKnown(): boolean
  /** Whether requests are missing, because the log of the page or of the server was full. */
  hasGap(): boolean
  /** Calls the listener after changes to the list, at most 20 times a second. Returns a function that stops the calls. */
  onChange(listener: () => void): () => void
}

/** Maximum number of requests in the page's log, twice that of the server's log. */
const maxEntries = 10_000
const updatePause = 50

interface ListState {
  entries: readonly ListedRequest[]
  /** Entries that are not in the list yet, by key. */
  readonly arrived: Map<string, ListedRequest>
  run: number
  isKnown: boolean
  hasGap: boolean
}

export function collectRequests(connection: Pick<Connection, 'onEvent'>): RequestList {
  const state: ListState = { entries: [], arrived: new Map(), run: 1, isKnown: false, hasGap: false }
  const listeners = new Set<() => void>()
  let isScheduled = false

  function update(): void {
    isScheduled = false
    showArrived(state)
    for (const listener of listeners) listener()
  }

  connection.onEvent(event => {
    if (!receive(state, event) || isScheduled) return
    isScheduled = true
    // Uses a timer, not an animation frame, because a page in the background renders no frames, so entries would accumulate.
    setTimeout(update, updatePause)
  })
  return {
    entries: () => state.entries,
    run: () => state.run,
    isKnown: () => state.isKnown,
    hasGap: () => state.hasGap,
    onChange: listener => addTo(listeners, listener),
  }
}

/** Applies an event from the server. Returns whether the event changes the list. */
function receive(state: ListState, { event, data }: ConsoleEvent): boolean {
  switch (event) {
    case 'request': {
      const entry = listed(data as ShownRequest, state.run)
      state.arrived.set(entry.key, entry)
      return true
    }
    case 'cleared':
      state.entries = []
      state.arrived.clear()
      state.hasGap = false
      return true
    case 'gap':
      if ((data as { readonly restarted?: boolean }).restarted === true) state.run += 1
      else state.hasGap = true
      return true
    default:
      return event === 'connected'
  }
}

function listed(request: ShownRequest, run: number): ListedRequest {
  return { ...request, run, key: run === 1 ? String(request.id) : `${request.id}-${run}` }
}

/** Adds the new entries to the list. If an entry arrives for the second time, now with its response, it replaces the first one. */
function showArrived(state: ListState): void {
  const { entries, arrived } = state
  const merged = new Map(entries.map(entry => [entry.key, entry]))
  for (const [key, entry] of arrived) merged.set(key, entry)
  arrived.clear()
  state.isKnown = true
  state.hasGap ||= merged.size > maxEntries
  state.entries = [...merged.values()].sort(compareNewest).slice(0, maxEntries)
}

/** Orders requests by their arrival, the newest first. */
export function compareNewest(first: ListedRequest, second: ListedRequest): number {
  return second.run - first.run || second.id - first.id
}
