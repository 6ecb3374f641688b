import type { Server } from '../server.ts'
import type { StoredDocument, StoredEntity } from '../state/teams.ts'
import { riskOf } from './identify.ts'
import { riskLevelOf } from './risk.ts'
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

/** What screening says of an entity at the time of the clock. */
export interface Screening {
  readonly caseStatus: string
  /** Null as long as there have been no results. */
  readonly riskScore: number | null
  readonly updatedAt: number
}

/** Nothing happens behind the scenes: how far a screening has got follows from the clock. */
export function screeningOf(server: Server, entity: StoredEntity): Screening {
  const now = server.clock.now()
  const doneAt = resultsAt(server, entity)
  const isDone = now >= doneAt
  const scan = latestResults(server, entity)
  const riskScore = scan === 0 ? null : riskScoreOf(server, entity, scan)
  const hasBegun = now - entity.scanStartedAt >= beginsAfter
  const automatic = hasBegun ? (isDone && followingStatus(server, riskScore)) || 'IN_PROGRESS' : 'NOT_STARTED'
  return {
    caseStatus: entity.caseStatus ?? automatic,
    riskScore,
    updatedAt: isDone ? Math.max(entity.updatedAt, doneAt) : entity.updatedAt,
  }
}

/** The entity with another screening in place of the one that runs (specification: PUT /v1/entities/{id}). */
export function rescanned(server: Server, entity: StoredEntity): StoredEntity {
  const now = server.clock.now()
  return {
    ...entity,
    lastResults: server.behaviour.riskAfterRescan === 'kept' ? latestResults(server, entity) : 0,
    scan: entity.scan + 1,
    scanStartedAt: now,
    // Renewed also where the clock stands still.
    updatedAt: Math.max(now, screeningOf(server, entity).updatedAt + 1),
    caseStatus: null,
  }
}

/** The number of the screening whose results are shown: the latest, or one before; 0 where there are none. */
export function latestResults(server: Server, entity: StoredEntity): number {
  return server.clock.now() >= resultsAt(server, entity) ? entity.scan : entity.lastResults
}

/** When nothing about an entity shows any more unless it is changed: the last of its steps, but for those that never come. */
export function settledAt(server: Pick<Server, 'scenarios'>, entity: StoredEntity): number {
  return Math.max(...timesOf(server, entity).filter(Number.isFinite))
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
  const takes = scenarioOf(server, entity)?.resultsAfter ?? resultsAfter
  return takes === 'never' ? Number.POSITIVE_INFINITY : entity.scanStartedAt + takes
}

/** The specification names no status after IN_PROGRESS: one follows only if an option says which. */
function followingStatus(server: Server, riskScore: number | null): string | undefined {
  return riskScore === null ? undefined : server.behaviour.caseStatuses[riskLevelOf(riskScore)]
}

/** Neither the universe nor the entity changes, so that the score is computed once; but for those who are made to change. */
function riskScoreOf(server: Server, entity: StoredEntity, scan: number): number {
  if (scenarioOf(server, entity)?.id === 'changing') return riskOf(server, entity, scan)
  entity.riskScore ??= riskOf(server, entity, scan)
  return entity.riskScore
}
