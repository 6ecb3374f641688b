import * as z from 'zod/mini'
import { type Hit, hitKinds } from '../../network/hits.ts'
import { createEventLoopYield } from '../../pacing/sleep.ts'
import { tryParseJson } from '../../shared/json.ts'
import { pack, unpack } from '../../store/pack.ts'
import { readLines } from '../journal/journal.ts'
import type { LimitedJournal } from '../journal/limit-journal.ts'
import { type ComparedEntity, diffEntities } from './diff/entities.ts'
import { diffHits } from './diff/hits.ts'
import type { WatchChange, WatchEvent } from './reports.ts'

const text = z.nullable(z.string())
/** The fields of an entity as `factsOf` writes them. A text costs a third of the memory that an object does. */
const facts = z.tuple([z.string(), z.string(), text, text, text, z.nullable(z.number()), z.string(), text])

const row = z.tuple([z.string(), text])
/** An entity's identifier, and what the list says of it from now on, as `factsOf` writes it: null where it is not there. */
export type Row = z.output<typeof row>

const watchedHits = z.array(
  z.object({
    key: z.string(),
    content: z.string(),
    kind: z.enum(hitKinds),
    party: z.object({ id: z.string(), name: text }),
    isReadable: z.boolean(),
    isUnique: z.boolean(),
  }),
)

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

const entry = z.union([
  z.strictObject({ journal: z.literal('entity watch'), version: z.literal(2), service: z.string() }),
  z.strictObject({ delivered: z.string() }),
  step,
])
type Entry = z.output<typeof entry>

/** How many rows a line holds at most. */
export const mostRows = 2000

/** The entity that `factsOf` has written; none for null. */
export function recall(id: string, written: string | null): ComparedEntity[] {
  if (written === null) return []
  const [name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate] = facts.parse(
    JSON.parse(written),
  )
  return [{ id, name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate }]
}

/** The hits of one network as one text. */
export function writeHits(hits: readonly Hit[]): string {
  return JSON.stringify(watchedHits.parse(hits))
}

function hitsIn(written: string) {
  return watchedHits.parse(JSON.parse(written))
}

/** What a watch knows, and keeps in its journal. */
export type Memory = Awaited<ReturnType<typeof openMemory>>

/** @throws TypeError where a line is none of this kind of journal, or the journal is of another service. */
export async function openMemory(journal: LimitedJournal | undefined, service: string) {
  const lease = journal?.lease ?? null
  const known = new Map<string, string | null>()
  const networks = new Map<string, Omit<z.output<typeof network>, 'id'>>()
  /** Whether the whole team is known: who is not known is not there. */
  let isWhole = false
  /** The event that is kept and not delivered: there is one at most. */
  let waiting: WatchEvent | null = null
  /** How many rows and networks the journal has, including those that are past. */
  let told = 0
  const first: Entry = { journal: 'entity watch', version: 2, service }
  let last: z.output<typeof step> = {}
  let lines = 0
  const pause = createEventLoopYield()
  for await (const line of readLines(journal)) {
    if (pause.isDue()) await pause.take()
    lines += 1
    const { data: given } = entry.safeParse(tryParseJson(line))
    if (given === undefined || (lines === 1) !== 'journal' in given)
      throw new TypeError(`is not the journal of a watch (its line ${lines})`)
    if ('journal' in given && given.service !== service)
      throw new TypeError(`belongs to a watch of ${given.service}, not of ${service}`)
    apply(last)
    last = 'journal' in given || 'delivered' in given ? {} : given
  }
  // Nothing is kept before an event is delivered: only that of the last line may wait.
  if (last.event !== undefined) waiting = { ...last.event, changes: changesBy(last) }
  apply(last)
  if (lines === 0) await append(first)

  return {
    known,
    networks,
    rowOf,
    isWhole: () => isWhole,
    waiting: () => waiting,
    /** Keeps what a step changes, with its event if there is something to report. */
    async take(step: Step): Promise<void> {
      const changes = changesBy(step)
      const event = { id: crypto.randomUUID(), at: new Date().toISOString() }
      await append(changes.length === 0 ? step : { event, ...step })
      apply(step)
      waiting = changes.length === 0 ? null : { ...event, changes }
    },
    async delivered({ id }: WatchEvent): Promise<void> {
      waiting = null
      await append({ delivered: id })
    },
    /** Throws if another process may hold the journal by now. */
    check: () => lease?.check(),
    /** Rewrites the journal when most of it is outdated. */
    async compact(): Promise<void> {
      const size = known.size + networks.size
      // An event that waits is in the step that led to it. A small journal, or one of four times the state, is left alone.
      if (lease === null || waiting !== null || told <= 4 * size + 1000) return
      await lease.replace(state())
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

  /** What is news of a step, before it is applied. */
  function changesBy({ rows = [], network }: Step): WatchChange[] {
    const changes = rows.flatMap(([id, after]): WatchChange[] => {
      const before = rowOf(id)
      return before === undefined ? [] : diffEntities(recall(id, before), recall(id, after))
    })
    const before = networks.get(network?.id ?? '')
    if (network === undefined || before === undefined) return changes
    const { id, hits } = network
    const [{ name } = { name: null }] = recall(id, rowOf(id) ?? null)
    const ofHits = diffHits(hitsIn(unpack(before.hits)), hitsIn(hits))
    return [...changes, ...ofHits.map(change => ({ ...change, id, name, review: null }))]
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
    yield JSON.stringify(first)
    const rows = [...known]
    for (let at = 0; at < rows.length; at += mostRows)
      yield JSON.stringify({ rows: rows.slice(at, at + mostRows) })
    for (const [id, network] of networks)
      yield JSON.stringify({ network: { id, ...network, hits: unpack(network.hits) } })
    if (isWhole) yield JSON.stringify({ isWhole })
  }
}
