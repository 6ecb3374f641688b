import type { OperationName } from '../../src/contract/operations.ts'
import type { Server } from '../server.ts'
import { type Clock, type ClockMode, latest } from '../state/clock.ts'
import type { StoredEntity, Team } from '../state/teams.ts'
import { lastDueAt, nextDueAt } from './life.ts'

/** What requests that read mean to a clock that does not go by itself. */
export interface Reads {
  /** A screening or an analysis of the entity has started. */
  started(entity: StoredEntity): void
  /** An operation of the team is about to run. */
  before(team: Team, name: OperationName): void
  /** For a state without any entity. */
  anew(): Reads
}

interface Settings extends Pick<Server, 'scenarios'> {
  readonly clock: Clock
  readonly mode: ClockMode
  /** Called when a read has moved the clock. */
  readonly hasGoneOn: () => void
  readonly warn: (sentence: string) => void
}

/** What shows how far a screening is. */
const showProgress: ReadonlySet<OperationName> = new Set(['listEntities', 'searchEntities', 'getNetwork'])

/** How many polls without any change are no accident; more would take longer than a test runner waits. */
const many = 3

const sentence = `entity-screening: a team was polled ${many} times while its screenings wait for a manual clock, which stands still: make the server with clock: 'stepping', call server.clock.settle() (POST /__admin/clock/settle), or use clock: 'real' with the fake timers of your test runner.`

const idle: Reads = { started() {}, before() {}, anew: () => idle }

export function createReads(settings: Settings): Reads {
  if (settings.mode === 'stepping') return createSteps(settings)
  return settings.mode === 'manual' ? createWatch(settings) : idle
}

/** Moves the clock to the next event of the team that reads: repeated reads see every event in turn. */
function createSteps(settings: Settings): Reads {
  const { clock, scenarios, hasGoneOn } = settings
  const underWay = new Set<StoredEntity>()
  return {
    started: entity => void underWay.add(entity),
    before(team, name) {
      if (!showProgress.has(name)) return
      const now = clock.now()
      let next = Number.POSITIVE_INFINITY
      for (const entity of underWay) {
        const due = nextDueAt({ scenarios }, entity, now)
        if (due === Number.POSITIVE_INFINITY) underWay.delete(entity)
        else if (team.entities.get(entity.id) === entity) next = Math.min(next, due)
      }
      if (next > latest) return
      clock.advance(next - now)
      hasGoneOn()
    },
    anew: () => createSteps(settings),
  }
}

interface Poll {
  readonly at: number
  readonly entities: number
  readonly times: number
}

/** Warns, once, of code that waits for a clock that stands still: nothing else would say why it never ends. */
function createWatch({ clock, scenarios, warn }: Settings): Reads {
  const polls = new WeakMap<Team, Poll>()
  let hasWarned = false
  /** From then on nobody waits: a look at each of many entities takes long. */
  let latestDue = 0
  const watch: Reads = {
    started(entity) {
      latestDue = Math.max(latestDue, lastDueAt({ scenarios }, entity))
    },
    anew: () => watch,
    before(team, name) {
      if (hasWarned || name === 'getNetwork' || !showProgress.has(name)) return
      const last = polls.get(team)
      const at = clock.now()
      const entities = team.entities.size
      const times = last?.at === at && last.entities === entities ? last.times + 1 : 1
      polls.set(team, { at, entities, times })
      if (times % many !== 0 || at >= latestDue || !hasWaiting(team, at)) return
      hasWarned = true
      warn(sentence)
    },
  }
  return watch

  function hasWaiting(team: Team, now: number): boolean {
    for (const entity of team.entities.values())
      if (nextDueAt({ scenarios }, entity, now) < Number.POSITIVE_INFINITY) return true
    return false
  }
}
