import type { OperationName } from '../../src/contract/operations.ts'
import { type EntityEvent, findNextEventTime } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import type { Team } from '../state/teams.ts'
import { clockEnd } from './clock.ts'
import { advanceClock } from './move-clock.ts'
import type { Polls, PollWatch } from './poll-watch.ts'

/** The operations that show the progress of a screening. */
const progressOperations: ReadonlySet<OperationName> = new Set([
  'listEntities',
  'searchEntities',
  'getNetwork',
])

const createManualClockWarning = (count: number) =>
  `entity-screening: a team was polled ${count} times while its screenings wait for a manual clock, which stands still: make the server with clock: 'stepping', call server.clock.settle() (POST /__admin/clock/settle) once the request that starts a screening has arrived, or use clock: 'real' with the fake timers of your test runner.`

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

/**
 * Warns once if code polls while the clock stands still, because the code would wait forever. Polls without a change are a wait if
 * there are three in at least a second, or nine. Fewer in quick succession may be reads of `createOnce`. With more, a test may time
 * out before the warning.
 */
function watchPolls(server: Server, team: Team): void {
  const { pollWatch } = server
  if (pollWatch.hasWarned) return
  const { count, startedAt } = countPoll(pollWatch, team, server.clock.now())
  // Whether a screening is due is searched for in all entities, so only every third poll is checked.
  if (count % 3 !== 0 || (count < 9 && performance.now() - startedAt < 1000)) return
  if (!isScreeningDue(server, team)) return
  pollWatch.hasWarned = true
  server.warn(createManualClockWarning(count))
}

/** Warns once if code reads a network before its results: a test or a page may take it for one without hits. */
export function warnOfEarlyRead(server: Server, entity: StoredEntity): void {
  const { clock, pollWatch, warn } = server
  if (pollWatch.hasWarnedOfNetwork) return
  if (findNextEventTime(server, entity, clock.now(), event => event === 'results_in') > clockEnd) return
  pollWatch.hasWarnedOfNetwork = true
  warn(
    `entity-screening: the network of ${entity.id} was read before its screening ended, and shows no hits, which does not mean that there are none: wait for it, or call server.clock.settle() (POST /__admin/clock/settle) before.`,
  )
}

/** Whether a screening of the team will show something new. No poll shows the end of a document's analysis. */
function isScreeningDue(server: Server, team: Team): boolean {
  return findNextEventOfTeam(server, team, event => event !== 'document_analysed') <= clockEnd
}

function countPoll({ pollsByTeam }: PollWatch, team: Team, time: number): Polls {
  const entities = team.entities.size
  const previous = pollsByTeam.get(team)
  const isRepeated = previous?.time === time && previous.entities === entities
  const polls = isRepeated
    ? { ...previous, count: previous.count + 1 }
    : { time, entities, count: 1, startedAt: performance.now() }
  pollsByTeam.set(team, polls)
  return polls
}
