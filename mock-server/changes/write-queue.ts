import { Refusal } from '../../src/contract/refusal.ts'
import { runInSlices, type SlicedWork } from '../message/sliced-work.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'
import { commitChange } from './commit-change.ts'

/** The preparation of a write, which returns its change. */
type Write<Result> = SlicedWork<() => Result>

/** The writes of teams that take more than a slice, and those behind them. */
export interface WriteQueue {
  /** Whether a write of the team is under way: a later one waits for it. */
  isBusy(team: Team): boolean
  /**
   * Prepares a write in slices and then makes its change, in one step, after all earlier writes of the team. Rejects with a Refusal of
   * 500 if the state is replaced before. Work that needs a module comes as a promise, and has its place in the queue at once.
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

/** The error of a write whose state was replaced before it: the write has no effect. */
function createReplacedError(): Refusal {
  return new Refusal(500, 'The server was reset, or its state was replaced, before the request was done.')
}
