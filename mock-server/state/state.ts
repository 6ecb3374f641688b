import { computeSettledAt } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import type { StoredEntity, Teams } from './teams.ts'

/** The part of a server that is replaced when a snapshot is restored. */
export interface State extends Pick<Server, 'seed'> {
  readonly teams: Teams
  /** The time at which all screenings and document analyses have ended, except screenings that never end. */
  settledAt: number
  /** Moves `settledAt` to the end of the screening and the document analyses of an entity, if that is later. */
  extendSettledTime(entity: StoredEntity): void
  /** Recomputes `settledAt` after a rollback. */
  recomputeSettledTime(): void
  /** How far applied changes moved the clock forward, in milliseconds; null if no change did. */
  ahead: number | null
  /** The earliest time that the clock may show after changes were applied. */
  minTime: number
}

export function createState({ seed, scenarios }: Pick<Server, 'seed' | 'scenarios'>, teams: Teams): State {
  const state: State = {
    seed,
    teams,
    settledAt: 0,
    ahead: null,
    minTime: 0,
    recomputeSettledTime() {
      state.settledAt = 0
      for (const team of teams.all())
        for (const entity of team.entities.values()) state.extendSettledTime(entity)
    },
    extendSettledTime(entity) {
      state.settledAt = Math.max(state.settledAt, computeSettledAt({ scenarios }, entity))
    },
  }
  return state
}
