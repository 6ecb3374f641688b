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
  /** The real time, by `performance.now()`, of the last move of the clock that no screening waited for; null after a screening began. */
  idleMoveAt: number | null
  /** The time of the clock at which a screening began just after such a move; null if none did. */
  missedTime: number | null
  /** Whether the server has warned of a network that was read too early. */
  hasWarnedOfNetwork: boolean
}
