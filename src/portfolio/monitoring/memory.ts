import * as z from 'zod/mini'
import { createEventLoopYield } from '../../pacing/sleep.ts'
import { pack, unpack } from '../../store/pack.ts'
import { type Journal, type LeasedJournal, parseLine, readLines } from '../journal/journal.ts'
import { changesOfHits } from './hit-changes.ts'
import { changesOf, type IsNewlyWatched, idOf, type Known, mostRows, recall } from './remembered.ts'
import type { WatchChange, WatchEvent } from './watch-report.ts'

/** The identifiers that are watched; null for every entity of the team. */
export type Scope = ReadonlySet<string> | null

/** The network of an entity when it was read last. */
export interface KnownNetwork {
  /** When that was, in milliseconds since 1970; 0 for an entity that is new to the team. */
  readonly at: number
  /** A checksum of what the list said of the entity by then: the network is read again once it says something else. */
  readonly row: number
  /** As `rememberHits` writes them, and packed. */
  readonly hits: string
}

/** What a watch knows, and keeps in its journal. Once something could not be kept, nothing more is. */
export interface Memory {
  readonly known: Known
  /** By the identifiers of their entities. */
  readonly networks: ReadonlyMap<string, KnownNetwork>
  /** Events that are kept and not delivered, the oldest first. */
  readonly waiting: ReadonlySet<WatchEvent>
  readonly isNewlyWatched: IsNewlyWatched
  /** Keeps what a step changes, with its event; null if there is nothing to report. */
  take(step: Step): Promise<WatchEvent | null>
  /** Keeps whom a whole list was read for, and forgets all others. */
  watch(scope: Scope): Promise<void>
  delivered(event: WatchEvent): Promise<void>
  /** Throws if another process may hold the journal by now. */
  check(): void
  /** Rewrites the journal when most of it is outdated. */
  compact(): Promise<void>
}

const step = z.object({
  /** Without one, there is nothing to report. */
  event: z.optional(z.object({ id: z.string(), at: z.string() })),
  /** What is remembered of entities from now on; null for nothing. */
  rows: z.optional(z.array(z.tuple([z.string(), z.nullable(z.string())]))),
  /** The network of an entity, with its hits as `rememberHits` writes them. */
  network: z.optional(z.object({ id: z.string(), at: z.number(), row: z.number(), hits: z.string() })),
})

/** A part of what a check finds: kept together, and reported together. */
export type Step = Omit<z.output<typeof step>, 'event'>

const kind = 'entity watch'
const entry = z.union([
  z.object({ journal: z.literal(kind), version: z.literal(1), service: z.string() }),
  z.object({ delivered: z.string() }),
  z.object({ watching: z.nullable(z.array(z.string())) }),
  step,
])
type Entry = z.output<typeof entry>

/** How many times the state a journal may hold before it is rewritten, and how small a one is left alone. */
const [mostHistory, leastHistory] = [4, 1000]

/** @throws TypeError where a line is none of this kind of journal, or speaks of another service. */
export async function openMemory(
  journal: Journal | LeasedJournal | undefined,
  service: string,
): Promise<Memory> {
  const leased = journal !== undefined && 'replace' in journal ? journal : null
  const known: Known = new Map()
  const networks = new Map<string, KnownNetwork>()
  const waiting = new Set<WatchEvent>()
  let scope: Scope = new Set()
  /** How many rows, networks and deliveries the journal has, including those that are past. */
  let told = 0
  let turn: Promise<void> = Promise.resolve()
  const first: Entry = { journal: kind, version: 1, service }
  if ((await readAll()) === 0) await append(first)

  return {
    known,
    networks,
    waiting,
    isNewlyWatched,
    async take(step) {
      const changes = changesBy(step)()
      const event =
        changes.length === 0 ? undefined : { id: crypto.randomUUID(), at: new Date().toISOString() }
      await append({ event, ...step })
      apply(step)
      if (event === undefined) return null
      const told = { ...event, changes }
      waiting.add(told)
      return told
    },
    async watch(given) {
      if (isSameScope(scope, given)) return
      await append({ watching: given && [...given] })
      narrow(given)
    },
    async delivered(event) {
      waiting.delete(event)
      told += 1
      await append({ delivered: event.id })
    },
    check: () => leased?.check(),
    async compact() {
      const size = known.size + networks.size
      // Waiting events are in the steps that led to them.
      if (leased === null || waiting.size > 0 || told <= mostHistory * size + leastHistory) return
      await inTurn(() => leased.replace(state()))
      told = size
    },
  }

  function isNewlyWatched(id: string): boolean {
    return scope !== null && !scope.has(id)
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work)
    return turn
  }

  function append(entry: Entry): Promise<void> {
    return inTurn(async () => journal?.append(JSON.stringify(entry)))
  }

  /** What a step changes in what is known now. It is worked out once it is asked for: most events of a journal have been delivered. */
  function changesBy({ rows = [], network }: Step): () => WatchChange[] {
    const moves = rows
      .map(([key, after]) => ({ key, before: known.get(key), after: after ?? undefined }))
      .filter(({ key, before }) => before !== undefined || !isNewlyWatched(idOf(key)))
    const { id = '', hits = '' } = network ?? {}
    const [row, before] = [known.get(id), networks.get(id)?.hits]
    return () => {
      if (before === undefined) return moves.flatMap(changesOf)
      return changesOfHits({ id, name: recall(id, row)[0]?.name ?? null }, unpack(before), hits)
    }
  }

  function apply({ rows = [], network }: Step): void {
    for (const [key, row] of rows) {
      const [id, isNew] = [idOf(key), !known.has(key)]
      if (row === null) forget(key)
      else known.set(key, row)
      // Of an entity that is new to the team, whatever its network shows is news.
      if (isNew && !isNewlyWatched(id)) networks.set(id, { at: 0, row: 0, hits: pack('[]') })
    }
    if (network !== undefined) {
      const { id, at, row, hits } = network
      networks.set(id, { at, row, hits: pack(hits) })
    }
    told += rows.length + (network === undefined ? 0 : 1)
  }

  function forget(key: string): void {
    known.delete(key)
    networks.delete(idOf(key))
  }

  function narrow(given: Scope): void {
    scope = given
    if (given !== null) for (const key of known.keys()) if (!given.has(idOf(key))) forget(key)
  }

  function* state(): Generator<string, void, undefined> {
    yield JSON.stringify(first)
    const rows = [...known]
    for (let at = 0; at < rows.length; at += mostRows)
      yield JSON.stringify({ rows: rows.slice(at, at + mostRows) })
    for (const [id, { hits, ...network }] of networks)
      yield JSON.stringify({ network: { id, ...network, hits: unpack(hits) } })
    yield JSON.stringify({ watching: scope && [...scope] })
  }

  /** Returns the number of lines. */
  async function readAll(): Promise<number> {
    const pause = createEventLoopYield()
    const undelivered = new Map<string, () => WatchEvent>()
    let count = 0
    for await (const line of readLines(journal)) {
      if (pause.isDue()) await pause.take()
      count += 1
      const { data: given } = entry.safeParse(parseLine(line))
      if (given === undefined || (count === 1) !== 'journal' in given)
        throw new TypeError(`is not the journal of a watch (its line ${count})`)
      read(given, undelivered)
    }
    for (const event of undelivered.values()) waiting.add(event())
    return count
  }

  function read(given: Entry, undelivered: Map<string, () => WatchEvent>): void {
    if ('journal' in given) {
      if (given.service !== service)
        throw new TypeError(`belongs to a watch of ${given.service}, not of ${service}`)
    } else if ('watching' in given) narrow(given.watching && new Set(given.watching))
    else if ('delivered' in given) {
      undelivered.delete(given.delivered)
      told += 1
    } else {
      const { event } = given
      const changes = changesBy(given)
      if (event !== undefined) undelivered.set(event.id, () => ({ ...event, changes: changes() }))
      apply(given)
    }
  }
}

function isSameScope(one: Scope, other: Scope): boolean {
  if (one === null || other === null) return one === other
  return one.size === other.size && [...one].every(id => other.has(id))
}
