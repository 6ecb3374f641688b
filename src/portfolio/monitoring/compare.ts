import type { EventLoopYield } from '../../pacing/yield-to-event-loop.ts'
import type { EntityChange } from './diff/changes.ts'
import { diffEntities } from './diff/entities.ts'
import { idOf, type Known, type RememberedEntity, recall } from './remembered.ts'

/** What was remembered under an identifier, and what is from now on; undefined for nothing. */
export interface Move {
  readonly key: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A part of what a new list changes: reported together, and stored together. */
export interface Step {
  readonly moves: readonly Move[]
  readonly changes: readonly EntityChange<RememberedEntity>[]
}

/** True for an entity of which nothing was asked before, so that it is no news that it is there. */
export type IsNewlyWatched = (id: string) => boolean

/** An event is no larger than what a receiver takes, which may be a hundred kilobytes. */
const mostChanges = 100
const mostMoves = 2000

/** What two lists are compared for. */
export interface Comparison {
  readonly known: Known
  readonly now: Known
  /** What is not watched any more is no news, and for others to forget. */
  readonly isWatched: (id: string) => boolean
  readonly isNewlyWatched: IsNewlyWatched
}

/**
 * What is to be done until `known` is as `now`, in steps that are small enough for an event, or for a line of a journal. The
 * caller applies each before it asks for the next.
 */
export async function* stepsBetween(
  comparison: Comparison,
  pause: EventLoopYield,
): AsyncGenerator<Step, void, undefined> {
  let [moves, changes]: [Move[], EntityChange<RememberedEntity>[]] = [[], []]
  for (const move of movesBetween(comparison)) {
    if (pause.isDue()) await pause.take()
    if (move === null) continue
    moves.push(move)
    changes.push(...changesOf(move, comparison.isNewlyWatched))
    if (changes.length < mostChanges && moves.length < mostMoves) continue
    yield { moves, changes }
    ;[moves, changes] = [[], []]
  }
  if (moves.length > 0) yield { moves, changes }
}

/** In the order of `now`, what is gone last; null for what has not moved. */
function* movesBetween({ known, now, isWatched }: Comparison): Generator<Move | null, void, undefined> {
  for (const [key, after] of now) {
    const before = known.get(key)
    yield before === after ? null : { key, before, after }
  }
  for (const [key, before] of known) {
    yield now.has(key) || !isWatched(idOf(key)) ? null : { key, before, after: undefined }
  }
}

export function changesOf(
  { key, before, after }: Move,
  isNewlyWatched: IsNewlyWatched,
): EntityChange<RememberedEntity>[] {
  if (before === undefined && isNewlyWatched(idOf(key))) return []
  return diffEntities(recall(key, before), recall(key, after), () => key)
}
