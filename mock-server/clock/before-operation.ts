import type { OperationName } from '../../src/contract/operations.ts'
import { type EntityEvent, findNextEventTime } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'
import { clockEnd } from './clock.ts'
import { advanceClock } from './move-clock.ts'
import type { PollWatch } from './poll-watch.ts'

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

/** Moves a stepping clock, or detects that code polls while a manual clock stands still. */
export function beforeOperation(server: Server, team: Team, name: OperationName): void {
  if (!progressOperations.has(name)) return
  const { mode } = server.clock
  if (mode === 'stepping') stepToNextEvent(server, team)
  else if (mode === 'manual' && name !== 'getNetwork') watchPolls(server, team)
}

/** Advances the clock to the team's next event, so that repeated reads see every event in turn. */
function stepToNextEvent(server: Server, team: Team): void {
  const next = findNextEventOfTeam(server, team)
  if (next <= clockEnd) advanceClock(server, next - server.clock.now())
}

/** Returns the time of the team's next event, of the kinds that count; infinite if there is none. */
function findNextEventOfTeam(
  server: Server,
  { entities }: Team,
  counts?: (event: EntityEvent) => boolean,
): number {
  const now = server.clock.now()
  let next = Number.POSITIVE_INFINITY
  // Skips the search in the usual case that all events are in the past.
  if (now >= server.state.settledAt) return next
  for (const entity of entities.values())
    next = Math.min(next, findNextEventTime(server, entity, now, counts))
  return next
}

/** Warns once if code polls while the clock stands still, because the code would wait forever. */
function watchPolls(server: Server, team: Team): void {
  const { pollWatch } = server
  if (pollWatch.hasWarned) return
  const count = countPoll(pollWatch, team, server.clock.now())
  if (count % pollsBeforeWarning !== 0 || !isScreeningDue(server, team)) return
  pollWatch.hasWarned = true
  server.warn(manualClockWarning)
}

/** Whether a screening of the team will show something new. No poll shows the end of a document's analysis. */
function isScreeningDue(server: Server, team: Team): boolean {
  return findNextEventOfTeam(server, team, event => event !== 'document_analysed') <= clockEnd
}

function countPoll({ pollsByTeam }: PollWatch, team: Team, time: number): number {
  const entities = team.entities.size
  const polls = pollsByTeam.get(team)
  const isRepeated = polls?.time === time && polls.entities === entities
  const count = isRepeated ? polls.count + 1 : 1
  pollsByTeam.set(team, { time, entities, count })
  return count
}
