import * as z from 'zod/mini'
import { createEventLoopYield } from '../../pacing/yield-to-event-loop.ts'
import { type Journal, type LeasedJournal, parseLine, readLines } from '../journal/journal.ts'
import { changesOf, type IsNewlyWatched, type Move, type Step } from './compare.ts'
import { idOf, type Known, rememberedFacts } from './remembered.ts'
import type { WatchEvent } from './watch-report.ts'

/** The identifiers that are watched; null for every entity of the team. */
export type Scope = ReadonlySet<string> | null

/** What a watch knows, and keeps in its journal. Once something could not be kept, nothing more is. */
export interface Memory {
  readonly known: Known
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

const kind = 'entity watch'
const seen = z.array(z.tuple([z.string()], rememberedFacts))
const entry = z.union([
  z.object({ journal: z.literal(kind), version: z.literal(1), service: z.string() }),
  z.object({ delivered: z.string() }),
  z.object({ watching: z.nullable(z.array(z.string())) }),
  // With neither, there is nothing to report about the moves.
  z.object({ event: z.optional(z.string()), at: z.optional(z.string()), seen, gone: z.array(z.string()) }),
])

/** How many times the state a journal may hold before it is rewritten, and how small a one is left alone. */
const [mostHistory, leastHistory] = [4, 1000]
const movesInALine = 2000

/** @throws TypeError where a line is none of this kind of journal, or speaks of another service. */
export async function openMemory(
  journal: Journal | LeasedJournal | undefined,
  service: string,
): Promise<Memory> {
  const leased = journal !== undefined && 'replace' in journal ? journal : null
  const known: Known = new Map()
  const waiting = new Set<WatchEvent>()
  let scope: Scope = new Set()
  /** How many moves and deliveries the journal has, including those that are past. */
  let told = 0
  let turn: Promise<void> = Promise.resolve()
  if ((await readAll()) === 0) await append(firstLine(service))

  return {
    known,
    waiting,
    isNewlyWatched,
    async take({ moves, changes }) {
      const event = changes.length === 0 ? null : { ...createStamp(), changes }
      await append(movesLine(moves, event))
      apply(moves)
      if (event !== null) waiting.add(event)
      return event
    },
    async watch(given) {
      if (isSameScope(scope, given)) return
      await append(scopeLine(given))
      narrow(given)
    },
    async delivered(event) {
      waiting.delete(event)
      told += 1
      await append(JSON.stringify({ delivered: event.id }))
    },
    check: () => leased?.check(),
    async compact() {
      // Waiting events are in the moves that led to them.
      if (leased === null || waiting.size > 0 || told <= mostHistory * known.size + leastHistory) return
      await inTurn(() => leased.replace(allLines()))
      told = known.size
    },
  }

  function isNewlyWatched(id: string): boolean {
    return scope !== null && !scope.has(id)
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work)
    return turn
  }

  function append(line: string): Promise<void> {
    return inTurn(async () => journal?.append(line))
  }

  function apply(moves: readonly Move[]): void {
    for (const { key, after } of moves) {
      if (after === undefined) known.delete(key)
      else known.set(key, after)
    }
    told += moves.length
  }

  function narrow(given: Scope): void {
    scope = given
    if (given !== null) for (const key of known.keys()) if (!given.has(idOf(key))) known.delete(key)
  }

  function* allLines(): Generator<string, void, undefined> {
    yield firstLine(service)
    let moves: Move[] = []
    for (const [key, after] of known) {
      moves.push({ key, before: undefined, after })
      if (moves.length < movesInALine) continue
      yield movesLine(moves, null)
      moves = []
    }
    if (moves.length > 0) yield movesLine(moves, null)
    yield scopeLine(scope)
  }

  /** Returns the number of lines. */
  async function readAll(): Promise<number> {
    const pause = createEventLoopYield()
    const undelivered = new Map<string, () => WatchEvent>()
    let count = 0
    for await (const line of readLines(journal)) {
      if (pause.isDue()) await pause.take()
      count += 1
      read(line, count, undelivered)
    }
    for (const event of undelivered.values()) waiting.add(event())
    return count
  }

  function read(line: string, number: number, undelivered: Map<string, () => WatchEvent>): void {
    const { data: given } = entry.safeParse(parseLine(line))
    if (given === undefined || (number === 1) !== 'journal' in given)
      throw new TypeError(`is not the journal of a watch (its line ${number})`)
    if ('journal' in given) {
      if (given.service !== service)
        throw new TypeError(`belongs to a watch of ${given.service}, not of ${service}`)
    } else if ('watching' in given) narrow(given.watching === null ? null : new Set(given.watching))
    else if ('delivered' in given) {
      undelivered.delete(given.delivered)
      told += 1
    } else {
      const { event: id, at } = given
      const moves = [
        ...given.seen.map(([key, ...facts]) => moveTo(key, facts.map(fact => JSON.stringify(fact)).join())),
        ...given.gone.map(key => moveTo(key, undefined)),
      ]
      if (id !== undefined && at !== undefined) undelivered.set(id, lazily(id, at, moves))
      apply(moves)
    }
  }

  function moveTo(key: string, after: string | undefined): Move {
    return { key, before: known.get(key), after }
  }

  /** Most events have been delivered: their changes are not asked for. */
  function lazily(id: string, at: string, moves: readonly Move[]): () => WatchEvent {
    const watchedThen = scope
    const wasNewlyWatched = (entity: string) => watchedThen !== null && !watchedThen.has(entity)
    return () => ({ id, at, changes: moves.flatMap(move => changesOf(move, wasNewlyWatched)) })
  }
}

function createStamp(): Omit<WatchEvent, 'changes'> {
  return { id: crypto.randomUUID(), at: new Date().toISOString() }
}

function firstLine(service: string): string {
  return JSON.stringify({ journal: kind, version: 1, service })
}

function scopeLine(scope: Scope): string {
  return JSON.stringify({ watching: scope && [...scope] })
}

/** What is remembered is JSON already. */
function movesLine(moves: readonly Move[], event: WatchEvent | null): string {
  const stamp = event === null ? '' : `"event":"${event.id}","at":"${event.at}",`
  const seen = moves.flatMap(({ key, after }) =>
    after === undefined ? [] : [`[${JSON.stringify(key)},${after}]`],
  )
  const gone = moves.flatMap(({ key, after }) => (after === undefined ? [key] : []))
  return `{${stamp}"seen":[${seen}],"gone":${JSON.stringify(gone)}}`
}

function isSameScope(one: Scope, other: Scope): boolean {
  if (one === null || other === null) return one === other
  return one.size === other.size && [...one].every(id => other.has(id))
}
