import type { OperationName } from '../../src/contract/operations.ts'
import type { Server } from '../server.ts'
import { type ClockMode, latest } from '../state/clock.ts'
import type { Team } from '../state/teams.ts'
import { nextDueAt } from './life.ts'

/** What an operation that is about to run means to a clock that does not go by itself. */
type Before = (server: Server, team: Team, name: OperationName) => void

/** What shows how far a screening is. */
const showProgress: ReadonlySet<OperationName> = new Set(['listEntities', 'searchEntities', 'getNetwork'])

/** How many polls without any change are no accident; more would take longer than a test runner waits. */
const many = 3

const sentence = `entity-screening: a team was polled ${many} times while its screenings wait for a manual clock, which stands still: make the server with clock: 'stepping', call server.clock.settle() (POST /__admin/clock/settle), or use clock: 'real' with the fake timers of your test runner.`

export function createReads(mode: ClockMode, warn: (sentence: string) => void): Before {
  if (mode === 'stepping') return step
  return mode === 'manual' ? createWatch(warn) : () => {}
}

/** Moves the clock to the next event of the team that reads: repeated reads see every event in turn. */
function step(server: Server, team: Team, name: OperationName): void {
  if (!showProgress.has(name)) return
  const next = nextEventOf(server, team)
  if (next <= latest) server.clock.advance(next - server.clock.now())
}

/** Infinite for never. */
function nextEventOf(server: Server, { entities }: Team): number {
  const now = server.clock.now()
  let next = Number.POSITIVE_INFINITY
  // Mostly, everything has been.
  if (now >= server.state.settledAt) return next
  for (const entity of entities.values()) next = Math.min(next, nextDueAt(server, entity, now))
  return next
}

/** Warns, once, of code that waits for a clock that stands still: nothing else would say why it never ends. */
function createWatch(warn: (sentence: string) => void): Before {
  const polls = new WeakMap<Team, { readonly moment: string; readonly times: number }>()
  let hasWarned = false
  return (server, team, name) => {
    if (hasWarned || name === 'getNetwork' || !showProgress.has(name)) return
    const last = polls.get(team)
    const moment = `${server.clock.now()} ${team.entities.size}`
    const times = last?.moment === moment ? last.times + 1 : 1
    polls.set(team, { moment, times })
    if (times % many !== 0 || nextEventOf(server, team) === Number.POSITIVE_INFINITY) return
    hasWarned = true
    warn(sentence)
  }
}
