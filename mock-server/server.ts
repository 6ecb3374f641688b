import type { OperationName } from '../src/contract/operations.ts'
import type { Dialect } from './dialects/index.ts'
import type { FaultBox } from './faults/faults.ts'
import type { Level } from './screening/risk.ts'
import type { Beside } from './state/beside.ts'
import type { Change } from './state/changes.ts'
import type { Clock } from './state/clock.ts'
import type { RequestRecorder } from './state/request-log.ts'
import type { StoredEntity, Team, Teams } from './state/teams.ts'
import type { Views } from './state/views.ts'

/** The service in memory, as its own parts see it. */
export interface Server {
  readonly seed: number
  readonly clock: Clock
  readonly teams: Teams
  readonly faults: FaultBox
  readonly requests: RequestRecorder
  /** The team of callers without a key: always empty. */
  readonly nobody: Team
  readonly dialect: Dialect
  readonly caseStatuses: Readonly<Partial<Record<Level, string | undefined>>>
  readonly searchRequiresKey: boolean
  /** Whether it was given keys that not everybody may know: pages of all origins are let in then. */
  readonly hasOwnKeys: boolean
  readonly duplicateOrganizations: 'allow' | 'reject'
  /** Whether reserved test names have their outcomes. */
  readonly scenarios: boolean
  readonly bodyLimit: number
  /** The longest text that is kept, in characters. */
  readonly maximumTextLength: number
  /** Milliseconds of the clock that every answer takes. */
  readonly latency: number
  /** Asked of everybody who calls the control API; null where being on this machine is enough. */
  readonly adminToken: string | null
  /** Told whenever a screening or an analysis starts, so that the clock can be taken to where nothing is due. */
  screeningStarted(entity: StoredEntity): void
  /** Told of each operation of a team before it is run: where the clock does not go by itself, whoever reads may need it to. */
  beforeOperation(team: Team, name: OperationName): void
  /** Told whenever what is kept of an entity changes. */
  entityChanged(team: Team, entity: StoredEntity): void
  /** Told of any other change of state. */
  changed(change: Change): void
  /** Told how to undo what was just done, in case that it cannot be kept; said before the next screening starts. */
  undoable(step: () => void): void
  /** Told what is to be done when all that was changed is kept. */
  onceKept(step: () => void): void
  /** Undoes what has been done since the last flush. */
  takeBack(): void
  /** Hands what has changed to those who keep it; a promise where one of them needs time. Undoes what cannot be kept. */
  flush(): Promise<void> | undefined
  settle(): void
  /** Told of each entity before it changes: for those who write what was there before. */
  beforeChange(entity: StoredEntity): void
  /** The teams with their entities, as they are now and stay in it. */
  view(): ReturnType<Views['open']>
  /** Whether somebody keeps the changes. */
  isKept(): boolean
  /** The state of the start, which may become another before it takes the place of this one. Faults and the log stay. */
  beside(): Beside
  reset(): void
}
