import type { Change } from './changes.ts'

/** The topics of signals, apart from requests and the entities of a team. */
export type Topic = 'clock' | 'teams' | 'faults' | 'cleared' | 'reset'

interface TeamMark {
  /** The numbers of this change, and of the one before. */
  number: number
  before: number
  entity: string
}

/**
 * Events, numbered from 1. Only the latest of each topic is known, so that signalling costs next to nothing: a reader
 * reads the state when it is its turn.
 */
export interface Signals {
  /** When it began, in milliseconds since 1970: numbers of an earlier run are lower. */
  readonly startedAt: number
  last(): number
  next(): number
  raise(topic: Topic): void
  /** Signals that an entity was created or changed, or gained a document. */
  raiseEntity(team: string, entity: string): void
  /** A change that is stored elsewhere, too. */
  raiseChange(change: Change): void
  /** The latest events of the topics, and of the teams. */
  readonly topics: ReadonlyMap<Topic, number>
  readonly teams: ReadonlyMap<string, Readonly<TeamMark>>
  /** Calls a function at each event; returns one that stops it. */
  watch(wake: () => void): () => void
}

export function createSignals(): Signals {
  const topics = new Map<Topic, number>()
  const teams = new Map<string, TeamMark>()
  const watching = new Set<() => void>()
  let last = 0

  function next(): number {
    last += 1
    if (watching.size > 0) for (const wake of watching) wake()
    return last
  }

  function raise(topic: Topic): void {
    // After a reset, readers read everything again: they need no marks of teams.
    if (topic === 'reset') teams.clear()
    topics.set(topic, next())
  }

  function raiseEntity(team: string, entity: string): void {
    const mark = teams.get(team)
    const number = next()
    if (mark === undefined) teams.set(team, { number, before: 0, entity })
    else {
      mark.before = mark.number
      mark.number = number
      mark.entity = entity
    }
    // The next due event may have changed.
    raise('clock')
  }

  return {
    startedAt: Date.now(),
    topics,
    teams,
    last: () => last,
    next,
    raise,
    raiseEntity,
    raiseChange(change) {
      if (change.kind === 'entity') raiseEntity(change.team, change.entity.id)
      else if (change.kind === 'document') raiseEntity(change.team, change.entity)
      // No reader shows idempotency keys.
      else if (change.kind !== 'idempotency_key') raise(change.kind === 'team' ? 'teams' : change.kind)
    },
    watch(wake) {
      watching.add(wake)
      return () => watching.delete(wake)
    },
  }
}
