import type { Server } from '../server.ts'
import type { StoredEntity } from '../state/teams.ts'
import { scoreInNetwork } from './graph.ts'
import { findParty } from './match.ts'
import { ownScore, riskLevelOf } from './risk.ts'

/** Milliseconds from the start of a screening until it is in progress. */
export const beginsAfter = 1000

/** Milliseconds from the start of a screening until its results are in. */
export const resultsAfter = 5000

/** What screening says of an entity at the time of the clock. */
export interface Screening {
  readonly caseStatus: string
  /** Null as long as there have been no results. */
  readonly riskScore: number | null
  readonly updatedAt: number
}

/** Nothing happens behind the scenes: how far a screening has got follows from the clock. */
export function screeningOf(server: Server, entity: StoredEntity): Screening {
  const elapsed = server.clock.now() - entity.scanStartedAt
  const done = elapsed >= resultsAfter
  const riskScore = done || entity.lastResults > 0 ? riskScoreOf(server, entity) : null
  const automatic =
    elapsed < beginsAfter ? 'NOT_STARTED' : (done && followingStatus(server, riskScore)) || 'IN_PROGRESS'
  return {
    caseStatus: entity.caseStatus ?? automatic,
    riskScore,
    updatedAt: done ? Math.max(entity.updatedAt, entity.scanStartedAt + resultsAfter) : entity.updatedAt,
  }
}

/** Drops the screening that runs and starts another (specification: PUT /v1/entities/{id}). */
export function rescan(server: Server, entity: StoredEntity): void {
  const now = server.clock.now()
  if (now - entity.scanStartedAt >= resultsAfter) entity.lastResults = entity.scan
  entity.scan += 1
  entity.scanStartedAt = now
  entity.updatedAt = now
  entity.caseStatus = null
  server.screeningStarted(now)
}

/** Whether there is anything to show: results of the latest screening, or of one before. */
export function hasResults(server: Server, entity: StoredEntity): boolean {
  return entity.lastResults > 0 || server.clock.now() - entity.scanStartedAt >= resultsAfter
}

/** The specification names no status after IN_PROGRESS: one follows only where the server was told which. */
function followingStatus(server: Server, riskScore: number | null): string | undefined {
  return riskScore === null ? undefined : server.caseStatuses[riskLevelOf(riskScore)]
}

/** Neither the universe nor the entity changes, so the score is computed once. */
function riskScoreOf(server: Server, entity: StoredEntity): number {
  if (entity.riskScore === null) {
    const party = findParty(entity)
    entity.riskScore =
      party === undefined ? ownScore(entity, server.seed) : scoreInNetwork(party, server.seed)
  }
  return entity.riskScore
}
