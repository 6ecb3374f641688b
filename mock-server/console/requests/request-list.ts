import type { ShownRequest } from '../../admin/requests.ts'
import { addTo } from '../connection/add-to.ts'
import type { Connection } from '../connection/open-connection.ts'
import { createPacedReader } from '../connection/paced-reader.ts'

/** A request in the page's log. The server counts requests from 1 after each start; `run` counts the starts. */
export interface ListedRequest extends ShownRequest {
  readonly run: number
  /** The unique key of the request within the log. */
  readonly key: string
}

export interface RequestList {
  /** The requests, the newest first. Those of earlier runs of the server stay until the log is cleared. */
  entries(): readonly ListedRequest[]
  /** The number of the server's current run. */
  run(): number
  /** Whether the page has read the log. Before that, the list is empty even if the server has requests. */
  isKnown(): boolean
  /** Calls the listener after changes to the list. Returns a function that stops the calls. */
  onChange(listener: () => void): () => void
  /** Forgets all requests, those of earlier runs too. */
  clear(): void
}

/** The maximum number of requests in the page's log. */
const maxEntries = 2000

interface ListState {
  entries: readonly ListedRequest[]
  /** The server's own name of its current run; empty before the first event. */
  serverRun: string
  run: number
  /** Whether the next read replaces the requests of the current run, because the server's log may have been cleared. */
  needsAll: boolean
  isKnown: boolean
}

/** Reads the requests of the server, and those that follow. */
export function collectRequests(connection: Pick<Connection, 'call' | 'onChange'>): RequestList {
  const state: ListState = { entries: [], serverRun: '', run: 1, needsAll: true, isKnown: false }
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }

  async function read(): Promise<void> {
    const { run, needsAll } = state
    const after = needsAll ? 0 : findLastComplete(state)
    state.needsAll = false
    try {
      const requests = await connection.call<readonly ShownRequest[]>('GET', `/requests?after=${after}`)
      mergeRequests(state, run, after, requests)
      notify()
    } catch {
      // The connection line says that the server does not respond. The next event reads again.
      state.needsAll = true
    }
  }

  const reader = createPacedReader(read)
  connection.onChange(({ run, topics }) => {
    if (state.serverRun !== '' && state.serverRun !== run) state.run += 1
    state.serverRun = run
    state.needsAll ||= topics.includes('cleared')
    if (state.needsAll || topics.includes('requests')) reader.request()
  })
  return {
    entries: () => state.entries,
    run: () => state.run,
    isKnown: () => state.isKnown,
    onChange: listener => addTo(listeners, listener),
    clear() {
      state.entries = []
      notify()
    },
  }
}

/** Returns the number of the latest request before the first one that still waits for its response. */
function findLastComplete({ entries, run }: ListState): number {
  const current = entries.filter(entry => entry.run === run)
  const waiting = current.findLast(({ duration, fault }) => duration === null && fault !== 'no_response')
  return waiting === undefined ? (current[0]?.id ?? 0) : waiting.id - 1
}

/** Replaces the requests of a run after the given number. */
function mergeRequests(
  state: ListState,
  run: number,
  after: number,
  requests: readonly ShownRequest[],
): void {
  const retained = state.entries.filter(entry => entry.run !== run || entry.id <= after)
  const merged = [...retained, ...requests.map(request => toListed(request, run))]
  state.entries = merged.sort(compareNewest).slice(0, maxEntries)
  state.isKnown = true
}

function toListed(request: ShownRequest, run: number): ListedRequest {
  return { ...request, run, key: run === 1 ? String(request.id) : `${request.id}-${run}` }
}

/** Orders requests by their arrival, the newest first. */
export function compareNewest(first: ListedRequest, second: ListedRequest): number {
  return second.run - first.run || second.id - first.id
}
