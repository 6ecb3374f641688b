import { computeSettledAt } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import type { Teams } from './teams.ts'

/** All that a snapshot replaces. Changes are applied to that of a server, or to one that is built beside it. */
export interface State extends Pick<Server, 'seed' | 'screeningStarted'> {
  readonly teams: Teams
  /** When the last step of all entities is over. */
  settledAt: number
  /** Computes that again, after entities were taken back. */
  updateSettledAt(): void
  /** Where applied changes take the clock: so far ahead, and then to this time at least. */
  ahead: number | null
  reached: number
}

export function createState({ seed, scenarios }: Pick<Server, 'seed' | 'scenarios'>, teams: Teams): State {
  const state: State = {
    seed,
    teams,
    settledAt: 0,
    ahead: null,
    reached: 0,
    updateSettledAt() {
      state.settledAt = 0
      for (const team of teams.all())
        for (const entity of team.entities.values()) state.screeningStarted(entity)
    },
    screeningStarted(entity) {
      state.settledAt = Math.max(state.settledAt, computeSettledAt({ scenarios }, entity))
    },
  }
  return state
}
