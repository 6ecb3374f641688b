import type { Server } from '../server.ts'
import { withoutStatedFields } from '../state/entities.ts'
import type { StatedFields, StoredDocument, StoredEntity } from '../state/teams.ts'
import { riskOf } from './identify.ts'
import { rootScoreOf } from './loaded-network.ts'
import { type RiskLevel, riskLevelOf } from './risk.ts'
import { scenarioOf } from './scenarios/index.ts'

/** Milliseconds from the start of a screening until it is in progress. */
const beginsAfter = 1000

/** Milliseconds from the start of a screening until its results are in, where no scenario says otherwise. */
export const resultsAfter = 5000

/**
 * Milliseconds that the analysis of a document takes. No operation reads a run (specification: POST
 * /v1/entities/{id}/documents): whether it is done follows from when the document was attached, and nothing more is kept of it.
 */
const analysisTakes = 3000

/** The screening of an entity at a time. */
export interface Screening extends Risk {
  readonly caseStatus: string
  readonly updatedAt: number
}

/** Both are null before the first results, and for a network that was loaded without a score. */
interface Risk {
  readonly riskLevel: RiskLevel | null
  /** On the scale of the service. */
  readonly riskScore: number | null
}

const noRisk: Risk = { riskLevel: null, riskScore: null }

/** Nothing happens behind the scenes: how far a screening has got follows from the time. */
export function screeningOf(server: Server, entity: StoredEntity, now: number): Screening {
  const doneAt = resultsAt(server, entity)
  const isDone = now >= doneAt
  const scan = latestResults(server, entity, now)
  const risk = scan === 0 ? noRisk : riskAfter(server, entity, scan)
  const hasBegun = now - entity.scanStartedAt >= beginsAfter
  const automatic = hasBegun ? (isDone && followingStatus(server, risk)) || 'IN_PROGRESS' : 'NOT_STARTED'
  return {
    caseStatus: entity.caseStatus ?? automatic,
    ...risk,
    updatedAt: isDone ? Math.max(entity.updatedAt, doneAt) : entity.updatedAt,
  }
}

/**
 * The entity with another screening in place of the one that runs (specification: PUT /v1/entities/{id}). Of the fields that it was
 * loaded with, those of the risk show until the new results are in.
 */
export function rescanned(server: Server, entity: StoredEntity, now: number): StoredEntity {
  return {
    ...withoutStatedFields(entity, 'caseStatus', 'lastUpdate', 'updatedAt'),
    lastResults: server.behaviour.riskAfterRescan === 'kept' ? latestResults(server, entity, now) : 0,
    scan: entity.scan + 1,
    scanStartedAt: now,
    // Renewed also where the clock stands still.
    updatedAt: Math.max(now, screeningOf(server, entity, now).updatedAt + 1),
    caseStatus: null,
  }
}

/** The number of the screening whose results are shown: the latest, or one before; 0 where there are none. */
export function latestResults(server: Pick<Server, 'scenarios'>, entity: StoredEntity, now: number): number {
  return now >= resultsAt(server, entity) ? entity.scan : entity.lastResults
}

/** The fields of the list that an entity was loaded with, and that no later screening has replaced. */
export function shownStatedFields(
  server: Server,
  entity: StoredEntity,
  now: number,
): StatedFields | undefined {
  const isFirst = latestResults(server, entity, now) === firstScan
  return isFirst ? entity.statedFields : withoutStatedFields(entity, ...riskFields).statedFields
}

const firstScan = 1

/** The fields of the list that only results set. */
const riskFields = ['riskLevel', 'riskScore'] as const

function statesRisk({ statedFields = {} }: StoredEntity): boolean {
  return riskFields.some(name => Object.hasOwn(statedFields, name))
}

/** Whether there is a result to show: of the latest screening, or of one before. */
export function hasResults(server: Server, entity: StoredEntity, now: number): boolean {
  return latestResults(server, entity, now) > 0
}

/** When nothing about an entity shows any more unless it is changed: the last of its steps, but for those that never come. */
export function settledAt(server: Pick<Server, 'scenarios'>, entity: StoredEntity): number {
  let settled = entity.scanStartedAt + beginsAfter
  const results = resultsAt(server, entity)
  if (Number.isFinite(results)) settled = Math.max(settled, results)
  for (const document of entity.documents) settled = Math.max(settled, analysedAt(document))
  return settled
}

/** What shows of an entity at a time: its screening begins, its results are in, or the analysis of a document is done. */
export type Step = 'screening_begins' | 'results_in' | 'document_analysed'

/** The steps of an entity, past ones too. Infinite for never. */
export function stepsOf(
  server: Pick<Server, 'scenarios'>,
  entity: StoredEntity,
): { readonly at: number; readonly what: Step }[] {
  return [
    { at: entity.scanStartedAt + beginsAfter, what: 'screening_begins' },
    { at: resultsAt(server, entity), what: 'results_in' },
    ...entity.documents.map(document => ({ at: analysedAt(document), what: 'document_analysed' as const })),
  ]
}

function timesOf(server: Pick<Server, 'scenarios'>, entity: StoredEntity): number[] {
  return stepsOf(server, entity).map(({ at }) => at)
}

/** When something about an entity shows next. Infinite for never. */
export function nextDueAt(server: Pick<Server, 'scenarios'>, entity: StoredEntity, now: number): number {
  return Math.min(...timesOf(server, entity).filter(at => at > now))
}

export function analysedAt({ attachedAt }: StoredDocument): number {
  return attachedAt + analysisTakes
}

function resultsAt(server: Pick<Server, 'scenarios'>, entity: StoredEntity): number {
  // Those of a loaded network, or of a loaded risk, are in, whatever the name is reserved for.
  const isLoaded = entity.scan === firstScan && (entity.network !== undefined || statesRisk(entity))
  const takes = (isLoaded ? undefined : scenarioOf(server, entity)?.resultsAfter) ?? resultsAfter
  return takes === 'never' ? Number.POSITIVE_INFINITY : entity.scanStartedAt + takes
}

/** The specification names no status after IN_PROGRESS: one follows only if an option says which. */
function followingStatus({ behaviour }: Server, { riskLevel }: Risk): string | undefined {
  return riskLevel === null ? undefined : behaviour.caseStatuses[riskLevel]
}

/** The score of a loaded network stands as it is; an entity that was loaded with a risk has no other. */
function riskAfter(server: Server, entity: StoredEntity, scan: number): Risk {
  const { riskScale } = server.behaviour
  if (entity.network !== undefined) {
    const riskScore = rootScoreOf(entity.network, entity)
    return riskScore === null ? noRisk : { riskLevel: riskLevelOf((riskScore * 100) / riskScale), riskScore }
  }
  if (scan === firstScan && statesRisk(entity)) return noRisk
  const riskScore = computedScore(server, entity, scan)
  return { riskLevel: riskLevelOf(riskScore), riskScore: (riskScore * riskScale) / 100 }
}

/** Neither the universe nor the entity changes, so that the score is computed once, except for names that change by design. */
function computedScore(server: Server, entity: StoredEntity, scan: number): number {
  if (scenarioOf(server, entity)?.id === 'changing') return riskOf(server, entity, scan)
  entity.riskScore ??= riskOf(server, entity, scan)
  return entity.riskScore
}
