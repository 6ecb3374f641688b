import { refuseWrong } from '../message/body.ts'
import { type Step, settledAt, stepsOf } from '../screening/life.ts'
import type { Server } from '../server.ts'
import { latest, standsStill } from '../state/clock.ts'
import { entitiesOf } from '../state/teams.ts'
import { keep } from './keep.ts'

/** What happens at a time of the clock: to an entity, or to a response that waits. */
interface Due {
  readonly at: number
  readonly what: Step | 'response'
  readonly entity: string | null
  readonly name: string | null
  readonly team: string | null
}

const mostListed = 20

export function describeClock(server: Server) {
  const due = findDue(server).map(item => ({
    ...item,
    at: new Date(item.at).toISOString(),
    name: item.name && server.mask(item.name),
  }))
  const { mode, speed, now } = server.clock
  const shown = standsStill(mode) || mode === 'real' ? mode : 'accelerated'
  return { now: new Date(now()).toISOString(), mode: shown, speed, next: due[0] ?? null, due }
}

/** Advances to what is due next; where nothing is, the clock stays. */
export async function advanceToNext(server: Server): Promise<void> {
  const [next] = findDue(server)
  if (next === undefined) return
  const span = Math.max(0, next.at - server.clock.now())
  await keep(server, () => refuseWrong(() => server.clock.advance(span)))
}

/** The first that are due, in order. */
function findDue(server: Server): Due[] {
  const now = server.clock.now()
  const first: Due[] = []
  const take = (due: Due) => {
    if (due.at <= now || due.at > latest || due.at >= (first[mostListed - 1]?.at ?? latest + 1)) return
    const after = first.findIndex(({ at }) => at > due.at)
    first.splice(after < 0 ? first.length : after, 0, due)
    first.length = Math.min(first.length, mostListed)
  }
  for (const at of server.clock.waits()) take({ at, what: 'response', entity: null, name: null, team: null })
  // Mostly, everything has been.
  if (now >= server.state.settledAt) return first
  for (const team of server.state.teams.all()) {
    for (const entity of entitiesOf(team)) {
      if (settledAt(server, entity) <= now) continue
      for (const step of stepsOf(server, entity))
        take({ ...step, entity: entity.id, name: entity.name, team: team.id })
    }
  }
  return first
}
