import { Refusal } from '../../src/contract/refusal.ts'
import { runInSlices, type SlicedWork } from '../message/sliced-work.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'
import { commitChange } from './commit-change.ts'

/** The preparation of a write. Its result is the function that makes the change. */
type Write<Result> = SlicedWork<() => Result>

/** The writes that do not fit into one time slice, and the writes of the same team that wait for them. */
export interface WriteQueue {
  /** Whether a write of the team is running, so that a later write has to wait. */
  isBusy(team: Team): boolean
  /**
   * Prepares a write in time slices, and then makes its change in one step, after all earlier writes of the team. If the state
   * is replaced before the change, rejects with a Refusal with the status 500. The work is a promise if a module has to be
   * loaded first; loading does not change the order of the writes.
   */
  add<Result>(
    server: Server,
    team: Team,
    work: Write<Result> | Promise<Write<Result>>,
  ): Promise<Awaited<Result>>
}

export function createWriteQueue(): WriteQueue {
  const latest = new Map<Team, Promise<unknown>>()
  return {
    isBusy: team => latest.has(team),
    add(server, team, work) {
      const { state } = server
      const prepared = work instanceof Promise ? work.then(runInSlices) : runInSlices(work)
      const done = Promise.all([prepared, latest.get(team)]).then(([change]) => {
        if (server.state !== state) throw createReplacedError()
        return commitChange(server, change)
      })
      const ended = Promise.allSettled([latest.get(team), done]).then(() => {
        if (latest.get(team) === ended) latest.delete(team)
      })
      latest.set(team, ended)
      return done
    },
  }
}

/** Creates the error for a write that was lost, because the state was replaced before the write made its change. */
function createReplacedError(): Refusal {
  return new Refusal(500, 'The server was reset, or its state was replaced, before the request was done.')
}
