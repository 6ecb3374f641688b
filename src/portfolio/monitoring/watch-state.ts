import { createEventLoopYield } from '../../shared/event-loop-yield.ts'
import { pack, unpack } from '../../store/pack.ts'
import { type Journal, leaseOf, readLines } from '../journal/journal.ts'
import { compareEntities } from './diff/entities.ts'
import { diffHits } from './diff/hits.ts'
import type { WatchChange, WatchEvent } from './reports.ts'
import {
  createFirstWatchEntry,
  readComparedFields,
  readHits,
  readWatchEntry,
  type WatchEntry,
  type WatchedNetwork,
  type WatchStep,
} from './watch-entry.ts'

/** The maximum number of rows in a line of the journal. */
export const maxRows = 2000

/** The last known rows (compared fields) and networks of the watched entities, which the journal stores. */
export interface WatchState {
  readonly journal: Journal | undefined
  readonly service: string
  /** The row of each entity; null for a watched entity that is not in the list. */
  readonly rows: Map<string, string | null>
  /** Each entity's network as it was last read, with compressed hits. */
  readonly networks: Map<string, Omit<WatchedNetwork, 'id'>>
  /** Whether the whole team has been read. If so, an entity without a row is not in the team. */
  isComplete: boolean
  /** The event that is stored and not delivered yet; null if there is none. */
  pendingEvent: WatchEvent | null
  /** The number of rows and networks in the journal, including outdated ones. */
  storedItems: number
}

/** @throws TypeError if a line is not an entry of a watch state, or if the state belongs to another service. */
export async function openWatchState(journal: Journal | undefined, service: string): Promise<WatchState> {
  const state: WatchState = {
    journal,
    service,
    rows: new Map(),
    networks: new Map(),
    isComplete: false,
    pendingEvent: null,
    storedItems: 0,
  }
  let lastStep: WatchStep = {}
  let lines = 0
  const eventLoop = createEventLoopYield()
  for await (const line of readLines(journal)) {
    if (eventLoop.isDue()) await eventLoop.yieldNow()
    const entry = readWatchEntry(line, lines, service)
    lines += 1
    applyStep(state, lastStep)
    lastStep = 'state' in entry || 'delivered' in entry ? {} : entry
  }
  // Each event is delivered before the next step is stored, so only the event of the last line can be undelivered.
  const { event } = lastStep
  if (event !== undefined) state.pendingEvent = { ...event, changes: findChanges(state, lastStep) }
  applyStep(state, lastStep)
  if (lines === 0) await append(state, createFirstWatchEntry(service))
  return state
}

/**
 * Returns the row of an entity; undefined if no check has looked for the entity yet. In this case, the entity is not reported as
 * new.
 */
export function rowOf({ rows, isComplete }: WatchState, id: string): string | null | undefined {
  const row = rows.get(id)
  return row === undefined && isComplete ? null : row
}

/** Stores a step, with an event if the step has changes to report. */
export async function storeStep(state: WatchState, step: Omit<WatchStep, 'event'>): Promise<void> {
  const changes = findChanges(state, step)
  const event = { id: crypto.randomUUID(), at: new Date().toISOString() }
  await append(state, changes.length === 0 ? step : { event, ...step })
  applyStep(state, step)
  state.pendingEvent = changes.length === 0 ? null : { ...event, changes }
}

/** Records in the journal that the pending event was delivered. */
export async function storeDelivery(state: WatchState, { id }: WatchEvent): Promise<void> {
  state.pendingEvent = null
  await append(state, { delivered: id })
}

/** Rewrites the journal if most of it is outdated. */
export async function compactJournal(state: WatchState): Promise<void> {
  const { journal, rows, networks, pendingEvent, storedItems } = state
  const size = rows.size + networks.size
  const lease = leaseOf(journal)
  // An undelivered event is stored only in its step, so this step must stay in the journal. Otherwise, a journal is rewritten
  // once it is large, and at least four times as large as the state.
  if (lease === null || pendingEvent !== null || storedItems <= 4 * size + 1000) return
  await lease.replace(writeState(state))
  state.storedItems = size
}

async function append({ journal }: WatchState, entry: WatchEntry): Promise<void> {
  await journal?.append(JSON.stringify(entry))
}

/** Returns the changes to report for a step. The step must not have been applied to the state yet. */
function findChanges(state: WatchState, { rows = [], network }: WatchStep): WatchChange[] {
  const changes = rows.flatMap(([id, after]): WatchChange[] => {
    const before = rowOf(state, id)
    if (before === undefined) return []
    return compareEntities(readComparedFields(id, before), readComparedFields(id, after))
  })
  const earlier = network && state.networks.get(network.id)
  if (network === undefined || earlier === undefined) return changes
  const { id, hits } = network
  const [{ name } = { name: null }] = readComparedFields(id, rowOf(state, id) ?? null)
  const hitChanges = diffHits(readHits(unpack(earlier.hits)), readHits(hits))
  return [...changes, ...hitChanges.map(change => ({ ...change, id, name, review: null }))]
}

function applyStep(state: WatchState, { rows = [], network, isComplete }: WatchStep): void {
  for (const [id, row] of rows) applyRow(state, id, row)
  if (network !== undefined) {
    const { id, hits, ...read } = network
    state.networks.set(id, { ...read, hits: pack(hits) })
  }
  if (isComplete) {
    state.isComplete = true
    for (const [id, row] of state.rows) if (row === null) state.rows.delete(id)
  }
  state.storedItems += rows.length + (network === undefined ? 0 : 1)
}

function applyRow(state: WatchState, id: string, row: string | null): void {
  // An entity that is new to the team starts without hits, so that all of its hits are reported as new.
  if (row === null) state.networks.delete(id)
  else if (rowOf(state, id) === null) state.networks.set(id, { at: 0, row: 0, hits: pack('[]') })
  if (row === null && state.isComplete) state.rows.delete(id)
  else state.rows.set(id, row)
}

/** Yields the lines of the shortest journal that contains this state. */
function* writeState({
  service,
  rows,
  networks,
  isComplete,
}: WatchState): Generator<string, void, undefined> {
  yield JSON.stringify(createFirstWatchEntry(service))
  const entries = [...rows]
  for (let start = 0; start < entries.length; start += maxRows)
    yield JSON.stringify({ rows: entries.slice(start, start + maxRows) })
  for (const [id, network] of networks)
    yield JSON.stringify({ network: { id, ...network, hits: unpack(network.hits) } })
  if (isComplete) yield JSON.stringify({ isComplete: true })
}
