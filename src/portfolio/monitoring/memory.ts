import * as z from 'zod/mini'
import { createEventLoopYield } from '../../pacing/sleep.ts'
import { jsonIn } from '../../shared/json.ts'
import { pack, unpack } from '../../store/pack.ts'
import { type Journal, type LeasedJournal, readLines } from '../journal/journal.ts'
import { changesOf } from './diff/entities.ts'
import { changesOfHits, recall } from './remembered.ts'
import type { WatchChange, WatchEvent } from './reports.ts'

const row = z.tuple([z.string(), z.nullable(z.string())])
/** What is known of an entity from now on. */
export type Row = z.output<typeof row>

/** The network of an entity when it was read last. */
const network = z.object({
  id: z.string(),
  /** When that was, in milliseconds since 1970; 0 for an entity that is new to the team. */
  at: z.number(),
  /** A checksum of what the list said of the entity by then: the network is read again once it says something else. */
  row: z.number(),
  /** As `writeHits` writes them; in memory packed too. */
  hits: z.string(),
})

const step = z.strictObject({
  /** Without one, there is nothing to report. */
  event: z.optional(z.object({ id: z.string(), at: z.string() })),
  rows: z.optional(z.array(row)),
  network: z.optional(network),
  isWhole: z.optional(z.literal(true)),
})

/** A part of what a check finds: kept together, and reported together. */
export type Step = Omit<z.output<typeof step>, 'event'>

const kind = 'entity watch'
const entry = z.union([
  z.strictObject({ journal: z.literal(kind), version: z.literal(2), service: z.string() }),
  z.strictObject({ delivered: z.string() }),
  step,
])
type Entry = z.output<typeof entry>

/** How many rows a line holds at most. */
export const mostRows = 2000

/** What a watch knows, and keeps in its journal. */
export type Memory = Awaited<ReturnType<typeof openMemory>>

/** @throws TypeError where a line is none of this kind of journal, or the journal is of another service. */
export async function openMemory(journal: Journal | LeasedJournal | undefined, service: string) {
  const leased = journal !== undefined && 'replace' in journal ? journal : null
  /** What the list said last, as `factsOf` writes it, by identifier; null for an entity that was not there. */
  const known = new Map<string, string | null>()
  const networks = new Map<string, Omit<z.output<typeof network>, 'id'>>()
  /** Whether the whole team is known: who is not known is not there. */
  let isWhole = false
  /** The event that is kept and not delivered: there is one at most. */
  let waiting: WatchEvent | null = null
  /** How many rows, networks and deliveries the journal has, including those that are past. */
  let told = 0
  const first: Entry = { journal: kind, version: 2, service }
  if ((await readAll()) === 0) await append(first)

  return {
    known,
    networks,
    rowOf,
    isWhole: () => isWhole,
    waiting: () => waiting,
    /** Keeps what a step changes, with its event if there is something to report. */
    async take(step: Step): Promise<void> {
      const changes = changesBy(step)()
      const event = { id: crypto.randomUUID(), at: new Date().toISOString() }
      await append(changes.length === 0 ? step : { event, ...step })
      apply(step)
      waiting = changes.length === 0 ? null : { ...event, changes }
    },
    async delivered(): Promise<void> {
      const delivered = waiting?.id ?? ''
      waiting = null
      told += 1
      await append({ delivered })
    },
    /** Throws if another process may hold the journal by now. */
    check: () => leased?.check(),
    /** Rewrites the journal when most of it is outdated. */
    async compact(): Promise<void> {
      const size = known.size + networks.size
      // An event that waits is in the step that led to it. A small journal, or one of four times the state, is left alone.
      if (leased === null || waiting !== null || told <= 4 * size + 1000) return
      await leased.replace(state())
      told = size
    },
  }

  /** What is known of an entity; undefined where nobody has looked for it yet, so that it is no news what it is. */
  function rowOf(id: string): string | null | undefined {
    const row = known.get(id)
    return row === undefined && isWhole ? null : row
  }

  async function append(entry: Entry): Promise<void> {
    await journal?.append(JSON.stringify(entry))
  }

  /** What a step changes in what is known now. It is worked out once it is asked for: most events of a journal have been delivered. */
  function changesBy({ rows = [], network }: Step): () => WatchChange[] {
    const moves = rows.map(([id, after]) => ({ id, before: rowOf(id), after }))
    const { id = '', hits = '' } = network ?? {}
    const [row = null, before] = [rowOf(id), networks.get(id)?.hits]
    return () => [
      ...moves.flatMap(({ id, before, after }) =>
        before === undefined ? [] : changesOf(recall(id, before), recall(id, after)),
      ),
      ...(before === undefined
        ? []
        : changesOfHits({ id, name: recall(id, row)?.name ?? null }, unpack(before), hits)),
    ]
  }

  function apply({ rows = [], network, ...step }: Step): void {
    for (const [id, row] of rows) {
      // Of an entity that is new to the team, whatever its network shows is news.
      if (row === null) networks.delete(id)
      else if (rowOf(id) === null) networks.set(id, { at: 0, row: 0, hits: pack('[]') })
      if (row === null && isWhole) known.delete(id)
      else known.set(id, row)
    }
    if (network !== undefined) {
      const { id, hits, ...rest } = network
      networks.set(id, { ...rest, hits: pack(hits) })
    }
    if (step.isWhole) {
      isWhole = true
      for (const [id, row] of known) if (row === null) known.delete(id)
    }
    told += rows.length + (network === undefined ? 0 : 1)
  }

  function* state(): Generator<string, void, undefined> {
    const write = (entry: Entry) => JSON.stringify(entry)
    yield write(first)
    const rows = [...known]
    for (let at = 0; at < rows.length; at += mostRows) yield write({ rows: rows.slice(at, at + mostRows) })
    for (const [id, network] of networks)
      yield write({ network: { id, ...network, hits: unpack(network.hits) } })
    if (isWhole) yield write({ isWhole })
  }

  /** Returns the number of lines. */
  async function readAll(): Promise<number> {
    const pause = createEventLoopYield()
    let undelivered = (): WatchEvent | null => null
    let count = 0
    for await (const line of readLines(journal)) {
      if (pause.isDue()) await pause.take()
      count += 1
      const { data: given } = entry.safeParse(jsonIn(line))
      if (given === undefined || (count === 1) !== 'journal' in given)
        throw new TypeError(`is not the journal of a watch (its line ${count})`)
      if ('journal' in given) {
        if (given.service !== service)
          throw new TypeError(`belongs to a watch of ${given.service}, not of ${service}`)
      } else if ('delivered' in given) {
        undelivered = () => null
        told += 1
      } else {
        const { event, ...step } = given
        const changes = changesBy(step)
        if (event !== undefined) undelivered = () => ({ ...event, changes: changes() })
        apply(step)
      }
    }
    waiting = undelivered()
    return count
  }
}
