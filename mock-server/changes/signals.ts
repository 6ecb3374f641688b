/** The topics of events. Events of requests, and of the entities of a team, have no topic. */
export type Topic = 'clock' | 'teams' | 'faults' | 'cleared' | 'reset'

interface TeamMark {
  /** The number of the latest event of the team. */
  number: number
  /** The number of the team's previous event; 0 if there is none. */
  before: number
  /** The entity of the latest event. */
  entity: string
}

/**
 * The events of a server, numbered from 1. Only the number of the latest event of each topic and team is stored, so that raising
 * an event is fast. The data of an event is read from the state when the event is sent.
 */
export interface Signals {
  /** The time of the start, in milliseconds since 1970, which distinguishes the events of this run from those of an earlier run. */
  readonly startedAt: number
  /** Returns the number of the latest event; 0 if there was none. */
  last(): number
  /** Returns the number of a new event that has no topic. */
  next(): number
  /** Raises an event of a topic. */
  raise(topic: Topic): void
  /** Raises the event for an entity that was created or changed, or got a document. */
  raiseEntity(team: string, entity: string): void
  /** The number of the latest event of each topic. */
  readonly topics: ReadonlyMap<Topic, number>
  /** The latest events of each team, by its identifier. */
  readonly teams: ReadonlyMap<string, Readonly<TeamMark>>
  /** Calls `wake` at each event. Returns a function that stops the calls. */
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
    // After a reset, readers read the state of all teams again.
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
    // When an entity changes, another event may be the next one on the clock.
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
    watch(wake) {
      watching.add(wake)
      return () => watching.delete(wake)
    },
  }
}
