import { renewFields } from '../state/stated-fields.ts'
import type { StoredDocument, StoredEntity } from '../state/stored-entity.ts'
import { computeRiskScore } from './identify-party.ts'
import { rootScoreOf } from './loaded-network.ts'
import { fromServiceScale, riskLevelOf, type ScreeningRiskLevel, toServiceScale } from './risk-scale.ts'
import { scenarioOf } from './scenarios/index.ts'
import type { ScreeningSettings } from './screening-settings.ts'

/** Milliseconds for which the status of a new screening is `NOT_STARTED` before it becomes `IN_PROGRESS`. */
const startDelayMs = 1000

/** Milliseconds from the start of a screening until its results are available, unless a scenario sets another time. */
export const defaultResultsAfterMs = 5000

/**
 * The duration of the analysis of a document, in milliseconds. No operation shows the state of an analysis, so the state is not
 * stored.
 */
const analysisMs = 3000

/** The state of an entity's screening at a point in time. */
export interface Screening extends Risk {
  readonly caseStatus: string
  readonly updatedAt: number
}

/**
 * The risk of an entity. Both fields are null before the first results, and for an entity whose network was loaded without a
 * score.
 */
interface Risk {
  readonly riskLevel: ScreeningRiskLevel | null
  /** The score on the scale of the service. */
  readonly riskScore: number | null
}

const noRisk: Risk = { riskLevel: null, riskScore: null }

/** Computes the progress of a screening from the time on the clock, because no work runs in the background. */
export function computeScreening(settings: ScreeningSettings, entity: StoredEntity, now: number): Screening {
  const doneAt = computeResultsAt(settings, entity)
  const isDone = now >= doneAt
  const scan = findShownScan(settings, entity, now)
  const risk = scan === 0 ? noRisk : computeRisk(settings, entity, scan)
  const hasStarted = now - entity.scanStartedAt >= startDelayMs
  const automaticStatus = hasStarted
    ? (isDone && statusAfterResults(settings, risk.riskLevel)) || 'IN_PROGRESS'
    : 'NOT_STARTED'
  return {
    caseStatus: entity.caseStatus ?? automaticStatus,
    ...risk,
    updatedAt: isDone ? Math.max(entity.updatedAt, doneAt) : entity.updatedAt,
  }
}

/**
 * Returns the entity with a new screening in place of the current one. If the entity was loaded with a risk, the list shows this risk
 * until the new results are in.
 */
export function restartScreening(
  settings: ScreeningSettings,
  entity: StoredEntity,
  now: number,
): StoredEntity {
  return {
    ...renewFields(entity, 'caseStatus', 'lastUpdate', 'updatedAt'),
    lastResults: settings.behaviour.riskAfterRescan === 'kept' ? findShownScan(settings, entity, now) : 0,
    scan: entity.scan + 1,
    scanStartedAt: now,
    // `updatedAt` increases even if the clock stands still.
    updatedAt: Math.max(now, computeScreening(settings, entity, now).updatedAt + 1),
    caseStatus: null,
  }
}

/** Finds the number of the screening whose results are shown; 0 before the first results. */
export function findShownScan(
  settings: Pick<ScreeningSettings, 'scenarios'>,
  entity: StoredEntity,
  now: number,
): number {
  return now >= computeResultsAt(settings, entity) ? entity.scan : entity.lastResults
}

/** Renews the risk that an entity was loaded with, once the results of a later screening are shown. */
export function renewShownRisk(settings: ScreeningSettings, entity: StoredEntity, now: number): StoredEntity {
  const isFirst = findShownScan(settings, entity, now) === firstScan
  return isFirst ? entity : renewFields(entity, 'riskLevel', 'riskScore')
}

const firstScan = 1

/** Whether the results of a screening are those of the list item that the entity was loaded with. No others are computed. */
export function hasStatedResults({ statedFields }: StoredEntity, scan: number): boolean {
  return scan === firstScan && statedFields !== undefined
}

/** Whether there are results to show, of the current or an earlier screening. */
export function hasResults(settings: ScreeningSettings, entity: StoredEntity, now: number): boolean {
  return findShownScan(settings, entity, now) > 0
}

/** Returns the time of an entity's last event. Ignores screening results that a scenario never shows. */
export function computeSettledAt(
  settings: Pick<ScreeningSettings, 'scenarios'>,
  entity: StoredEntity,
): number {
  let latestTime = entity.scanStartedAt + startDelayMs
  const resultsTime = computeResultsAt(settings, entity)
  if (Number.isFinite(resultsTime)) latestTime = Math.max(latestTime, resultsTime)
  for (const document of entity.documents) latestTime = Math.max(latestTime, analysedAt(document))
  return latestTime
}

/** A kind of event of an entity that happens as time passes. */
export type EntityEvent = 'screening_begins' | 'results_in' | 'document_analysed'

/** Lists the events of an entity, including past ones. The time of an event that never comes is infinite. */
export function listEntityEvents(
  settings: Pick<ScreeningSettings, 'scenarios'>,
  entity: StoredEntity,
): { readonly time: number; readonly event: EntityEvent }[] {
  return [
    { time: entity.scanStartedAt + startDelayMs, event: 'screening_begins' },
    { time: computeResultsAt(settings, entity), event: 'results_in' },
    ...entity.documents.map(document => ({
      time: analysedAt(document),
      event: 'document_analysed' as const,
    })),
  ]
}

/** Returns the time of the next event of an entity, of the kinds that count; infinite if there is none. */
export function findNextEventTime(
  settings: Pick<ScreeningSettings, 'scenarios'>,
  entity: StoredEntity,
  now: number,
  counts: (event: EntityEvent) => boolean = () => true,
): number {
  const events = listEntityEvents(settings, entity).filter(({ time, event }) => time > now && counts(event))
  return Math.min(...events.map(({ time }) => time))
}

export function analysedAt({ attachedAt }: StoredDocument): number {
  return attachedAt + analysisMs
}

function computeResultsAt(settings: Pick<ScreeningSettings, 'scenarios'>, entity: StoredEntity): number {
  // A scenario (chosen by a reserved name) may delay screening results, but not results that the entity was loaded with.
  const hasLoadedResults =
    entity.scan === firstScan && (entity.network !== undefined || hasStatedResults(entity, firstScan))
  const duration =
    (hasLoadedResults ? undefined : scenarioOf(settings, entity)?.resultsAfter) ?? defaultResultsAfterMs
  return duration === 'never' ? Number.POSITIVE_INFINITY : entity.scanStartedAt + duration
}

/** Returns the case status after the results. The specification does not name this status, so the option `behaviour` decides. */
function statusAfterResults(
  { behaviour }: ScreeningSettings,
  riskLevel: ScreeningRiskLevel | null,
): string | undefined {
  return riskLevel === null ? undefined : behaviour.caseStatuses[riskLevel]
}

/**
 * Computes the risk of an entity. If the entity was loaded with a network, the score comes from this network. If it was loaded
 * as an item of the list, no risk is computed.
 */
function computeRisk(settings: ScreeningSettings, entity: StoredEntity, scan: number): Risk {
  if (hasStatedResults(entity, scan)) return noRisk
  if (entity.network !== undefined) {
    const riskScore = rootScoreOf(entity)
    return riskScore === null
      ? noRisk
      : { riskLevel: riskLevelOf(fromServiceScale(settings.behaviour, riskScore)), riskScore }
  }
  const riskScore = getOrComputeRiskScore(settings, entity, scan)
  return { riskLevel: riskLevelOf(riskScore), riskScore: toServiceScale(settings.behaviour, riskScore) }
}

/**
 * Computes the score of an entity only once, because neither the fictional universe nor the entity changes. Only the score of
 * the scenario "changing" is computed each time.
 */
function getOrComputeRiskScore(settings: ScreeningSettings, entity: StoredEntity, scan: number): number {
  if (scenarioOf(settings, entity)?.id === 'changing') return computeRiskScore(settings, entity, scan)
  entity.riskScore ??= computeRiskScore(settings, entity, scan)
  return entity.riskScore
}
