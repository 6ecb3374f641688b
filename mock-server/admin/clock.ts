import { clockEnd } from '../clock/clock.ts'
import { advanceClock } from '../clock/move-clock.ts'
import { computeSettledAt, type EntityEvent, listEntityEvents } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import { entitiesOf } from '../state/teams.ts'

/** A future event of the clock: an event of an entity, or the release of a delayed response. */
interface DueEvent {
  readonly at: number
  readonly what: EntityEvent | 'response'
  readonly entity: string | null
  readonly name: string | null
  readonly team: string | null
}

const maxListed = 20

export function describeClock(server: Server) {
  const due = findDue(server).map(event => ({
    ...event,
    at: new Date(event.at).toISOString(),
    name: event.name && server.mask(event.name),
  }))
  const { mode, speed, now } = server.clock
  const modeName = typeof mode === 'string' ? mode : 'accelerated'
  return { now: new Date(now()).toISOString(), mode: modeName, speed, next: due[0] ?? null, due }
}

/** Advances the clock to the next event. If there is none, the clock does not move. */
export function advanceToNext(server: Server): void {
  const [next] = findDue(server)
  if (next === undefined) return
  advanceClock(server, Math.max(0, next.at - server.clock.now()))
}

/** Finds the next events, in order of time. */
function findDue(server: Server): DueEvent[] {
  const now = server.clock.now()
  const events: DueEvent[] = []
  for (const time of server.clock.waits())
    insertDue(events, { at: time, what: 'response', entity: null, name: null, team: null }, now)
  // Skips the search in the usual case that all events are in the past.
  if (now >= server.state.settledAt) return events
  for (const team of server.state.teams.values()) {
    for (const entity of entitiesOf(team)) {
      if (computeSettledAt(server, entity) <= now) continue
      for (const { time, event } of listEntityEvents(server, entity))
        insertDue(events, { at: time, what: event, entity: entity.id, name: entity.name, team: team.id }, now)
    }
  }
  return events
}

/**
 * Inserts an event in order of time. Skips past events. If the list is full, also skips an event that is later than all events
 * in it.
 */
function insertDue(events: DueEvent[], event: DueEvent, now: number): void {
  const lastListedTime = events[maxListed - 1]?.at ?? clockEnd + 1
  if (event.at <= now || event.at > clockEnd || event.at >= lastListedTime) return
  const next = events.findIndex(later => later.at > event.at)
  events.splice(next < 0 ? events.length : next, 0, event)
  events.length = Math.min(events.length, maxListed)
}
