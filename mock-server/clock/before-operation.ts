import type { OperationName } from '../../src/contract/operations.ts'
import { findNextEventTime } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'
import { type ClockMode, clockEnd } from './clock.ts'

/** Called before each operation. Moves a stepping clock, or detects that code polls while a manual clock stands still. */
type BeforeOperation = (server: Server, team: Team, name: OperationName) => void

/** The operations that show the progress of a screening. */
const progressOperations: ReadonlySet<OperationName> = new Set([
  'listEntities',
  'searchEntities',
  'getNetwork',
])

/**
 * The number of polls without a change before the warning. Two polls may be a coincidence. With more than three, a test may
 * time out before the warning.
 */
const pollsBeforeWarning = 3

const manualClockWarning = `entity-screening: a team was polled ${pollsBeforeWarning} times while its screenings wait for a manual clock, which stands still: make the server with clock: 'stepping', call server.clock.settle() (POST /__admin/clock/settle), or use clock: 'real' with the fake timers of your test runner.`

export function createBeforeOperation(mode: ClockMode, warn: (message: string) => void): BeforeOperation {
  if (mode === 'stepping') return stepToNextEvent
  return mode === 'manual' ? createPollWatch(warn) : () => {}
}

/** Advances the clock to the team's next event, so that repeated reads see every event in turn. */
function stepToNextEvent(server: Server, team: Team, name: OperationName): void {
  if (!progressOperations.has(name)) return
  const next = findNextEventOfTeam(server, team)
  if (next <= clockEnd) server.clock.advance(next - server.clock.now())
}

/** Returns the time of the team's next event; infinite if there is none. */
function findNextEventOfTeam(server: Server, { entities }: Team): number {
  const now = server.clock.now()
  let next = Number.POSITIVE_INFINITY
  // Skips the search in the usual case that all events are in the past.
  if (now >= server.state.settledAt) return next
  for (const entity of entities.values()) next = Math.min(next, findNextEventTime(server, entity, now))
  return next
}

/** The consecutive polls of a team that saw the same time and the same number of entities. */
interface Polls {
  time: number
  entities: number
  count: number
}

/** Warns once if code polls while the clock stands still, because the code would wait forever. */
function createPollWatch(warn: (message: string) => void): BeforeOperation {
  const pollsByTeam = new WeakMap<Team, Polls>()
  let hasWarned = false
  return (server, team, name) => {
    if (hasWarned || name === 'getNetwork' || !progressOperations.has(name)) return
    const { count } = countPoll(pollsByTeam, team, server.clock.now())
    if (count % pollsBeforeWarning !== 0 || findNextEventOfTeam(server, team) === Number.POSITIVE_INFINITY)
      return
    hasWarned = true
    warn(manualClockWarning)
  }
}

function countPoll(pollsByTeam: WeakMap<Team, Polls>, team: Team, time: number): Polls {
  const entities = team.entities.size
  const polls = pollsByTeam.get(team)
  if (polls?.time === time && polls.entities === entities) {
    polls.count += 1
    return polls
  }
  const first = { time, entities, count: 1 }
  pollsByTeam.set(team, first)
  return first
}
