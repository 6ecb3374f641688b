import type { FaultKind } from '../../../mock-server/faults/fault.ts'
import type { Name } from './names.ts'

/** The service as the specification and the guides describe it, written without a look at the mock server. */
export interface Model {
  now: number
  teams: Team[]
  /** Each happens once, the oldest first. */
  faults: ExpectedFault[]
}

export interface Team {
  readonly id: string
  readonly apiKey: string
  readonly limit: number
  readonly entities: Entity[]
}

export interface ExpectedFault {
  readonly team: string
  readonly operation: Operation
  readonly kind: FaultKind
}

export type Operation =
  | 'createEntity'
  | 'createEntitiesBulk'
  | 'rescanEntity'
  | 'attachDocument'
  | 'searchEntities'
  | 'getNetwork'

export interface Entity {
  /** Null where the response with it was lost: the list tells it. */
  id: string | null
  readonly name: Name
  readonly type: 'organization' | 'person'
  readonly countryCode: string | null
  readonly registration: string | null
  readonly createdAt: number
  /** When its screening was started. */
  startedAt: number
  /** When it was last created, rescanned or shown results. */
  updatedAt: number
  hasResults: boolean
  /** When the last analysis of a document ends. */
  analysedAt: number
}

export const start = Date.UTC(2025, 0, 1)
const begins = 1000
const analysis = 3000

export function createEntity(
  model: Model,
  given: Pick<Entity, 'name' | 'type' | 'countryCode' | 'registration'>,
): Entity {
  const { now } = model
  return {
    ...given,
    id: null,
    createdAt: now,
    startedAt: now,
    updatedAt: now,
    hasResults: false,
    analysedAt: 0,
  }
}

/** What the list shows of an entity (specification: States and transitions; decisions: risk before the first screening). */
export function show({ now }: Model, entity: Entity) {
  const { name, type, countryCode, registration, createdAt, updatedAt } = entity
  const endsAt = resultsAt(entity)
  const isDone = now >= endsAt
  const hasResults = entity.hasResults || isDone
  return {
    name: name.name,
    type,
    caseStatus: now - entity.startedAt < begins ? 'NOT_STARTED' : 'IN_PROGRESS',
    countryCode,
    registration: type === 'organization' ? registration : null,
    riskLevel: hasResults ? name.level : null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(isDone ? Math.max(updatedAt, endsAt) : updatedAt).toISOString(),
    ...(hasResults && name.score !== undefined && { riskScore: name.score }),
    ...(!hasResults && { riskScore: null, riskLabel: null }),
  }
}

export function resultsAt({ startedAt, name }: Entity): number {
  return startedAt + name.takes
}

/** Drops what runs, keeps what there is, and renews the timestamp (specification: PUT /v1/entities/{id}). */
export function rescan(model: Model, entity: Entity): void {
  const shown = Date.parse(show(model, entity).updatedAt)
  entity.hasResults ||= model.now >= resultsAt(entity)
  entity.startedAt = model.now
  entity.updatedAt = Math.max(model.now, shown + 1)
}

export function attach(model: Model, entity: Entity): void {
  entity.analysedAt = model.now + analysis
}

/** When nothing is under way any more; what never ends is not waited for. */
export function settledAt({ now, teams }: Model): number {
  const due = teams.flatMap(({ entities }) =>
    entities.flatMap(entity => [entity.startedAt + begins, resultsAt(entity), entity.analysedAt]),
  )
  return Math.max(now, ...due.filter(at => Number.isFinite(at)))
}

/** Whether the team has the organization: by name and country, or by registration and country (decisions). */
export function isKnown({ entities }: Team, { name, countryCode, registration }: Entity): boolean {
  return entities.some(
    other =>
      other.type === 'organization' &&
      other.countryCode === countryCode &&
      (other.name.same === name.same || (registration !== null && other.registration === registration)),
  )
}
