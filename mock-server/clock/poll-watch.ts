import type { Team } from '../state/teams.ts'

/** The consecutive polls of a team that saw the same time and the same number of entities. */
export interface Polls {
  readonly time: number
  readonly entities: number
  readonly count: number
  /** The real time of the first of them, by `performance.now()`. */
  readonly startedAt: number
}

/** The polls of each team, and whether the server has warned of them since it started, or since its state was replaced. */
export interface PollWatch {
  readonly pollsByTeam: WeakMap<Team, Polls>
  hasWarned: boolean
  /** Whether the server has warned of a network that was read too early. */
  hasWarnedOfNetwork: boolean
}
