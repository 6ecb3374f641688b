import type { Reads } from '../screening/reads.ts'
import type { Server } from '../server.ts'
import { type Clock, requireWithinTime } from './clock.ts'
import type { Teams } from './teams.ts'

/** All that a snapshot replaces, but for the clock. */
export interface State {
  readonly teams: Teams
  readonly reads: Reads
  /** When the last of the screenings is over. */
  settledAt: number
  /** No step of an entity comes later. */
  lastStepAt: number
}

/** What changes are applied to: the state of a server, or one that is built beside it. */
export interface Target extends Pick<Server, 'seed' | 'screeningStarted' | 'beforeChange' | 'reset'> {
  readonly clock: Pick<Clock, 'restore' | 'reach'>
  readonly teams: Teams
}

/** A state that is built while the server goes on with its own. */
export interface Beside extends Target {
  /** Replaces the server's state in one step. */
  take(): void
}

interface Place {
  readonly seed: number
  readonly clock: Clock
  /** The initial state, with the given teams only. */
  begin(): State
  started(state: State, ...entity: Parameters<Server['screeningStarted']>): void
  swap(state: State): void
}

export function createBeside({ seed, clock, begin, started, swap }: Place): Beside {
  let state = begin()
  /** The clock moves on meanwhile: changes of it wait. */
  let ahead: number | null = null
  let reached = 0
  return {
    seed,
    get teams() {
      return state.teams
    },
    clock: {
      restore(to) {
        requireWithinTime(to)
        ahead = to
        reached = 0
      },
      reach(time) {
        reached = Math.max(reached, time)
      },
    },
    screeningStarted: entity => started(state, entity),
    beforeChange() {},
    reset() {
      state = begin()
      ahead = 0
      reached = 0
    },
    take() {
      swap(state)
      if (ahead !== null) clock.restore(ahead)
      clock.reach(reached)
    },
  }
}
