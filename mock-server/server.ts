import type { Dialect } from './dialects/index.ts'
import type { Level } from './screening/risk.ts'
import type { Clock } from './state/clock.ts'
import type { Team, Teams } from './state/teams.ts'

/** The service in memory, as its own parts see it. */
export interface Server {
  readonly seed: number
  readonly clock: Clock
  readonly teams: Teams
  /** The team of callers without a key: always empty. */
  readonly nobody: Team
  readonly dialect: Dialect
  readonly caseStatuses: Readonly<Partial<Record<Level, string>>>
  readonly searchRequiresKey: boolean
  readonly duplicateOrganizations: 'allow' | 'reject'
  readonly bodyLimit: number
  /** Told whenever a screening starts, so that the clock can be taken to where nothing is due. */
  screeningStarted(at: number): void
  settle(): void
  reset(): void
}
