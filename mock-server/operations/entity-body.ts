import type { JsonRecord } from '../../src/shared/json.ts'
import { memoize } from '../../src/shared/memoize.ts'
import { applyQuirksToEntity } from '../dialects/apply-quirks.ts'
import { computeScreening, hasResults, renewShownRisk } from '../screening/lifecycle.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { platformIdOf } from '../state/identifiers.ts'
import { findStatedValue, selectStatedFields } from '../state/stated-fields.ts'
import type { StoredEntity } from '../state/stored-entity.ts'

/** The string that the service sends for a missing value (specification: Entity, registration). */
const noValue = '-'

/** Returns the JSON value to send for a missing value; undefined leaves the field out of the JSON. */
export function writeBlank(spelling: '-' | '' | null | 'absent'): string | null | undefined {
  return spelling === 'absent' ? undefined : spelling
}

/**
 * The time from the last update of an entity until its case has to be reviewed, in milliseconds. A case with a low risk needs
 * no review.
 */
const reviewAfterMs = 90 * 86_400_000

/**
 * Returns an entity as the specification describes it, or with the quirks of a reserved test name. An entity that was loaded as an
 * item of the list is this item, with its renewed fields.
 */
export function toEntityResponse(server: Server, entity: StoredEntity, now: number): JsonRecord {
  const body = toEntityBody(server, entity, now)
  const shownBody = isQuirky(server, entity.name)
    ? applyQuirksToEntity(body, {
        hasResults: hasResults(server, entity, now),
        isStatusSet: entity.caseStatus !== null,
      })
    : body
  return withStatedFields(server, entity, shownBody, now)
}

/** Returns the list fields of an entity by their documented names, without the quirks of a scenario, for filters and sorting. */
export function computeListFields(server: Server, entity: StoredEntity, now: number): JsonRecord {
  const fields = toEntityBody(server, entity, now)
  if (entity.statedFields === undefined) return fields
  const item = renewShownRisk(server, entity, now)
  const stated = Object.keys(fields).map(name => [name, findStatedValue(item, name)])
  return { ...Object.fromEntries(stated), ...selectRenewed(item, fields) }
}

function withStatedFields(server: Server, entity: StoredEntity, fields: JsonRecord, now: number): JsonRecord {
  if (entity.statedFields === undefined) return fields
  const item = renewShownRisk(server, entity, now)
  return { ...selectStatedFields(item), ...selectRenewed(item, fields) }
}

function selectRenewed({ renewedFields = [] }: StoredEntity, fields: JsonRecord): JsonRecord {
  return Object.fromEntries(renewedFields.map(name => [name, fields[name]]))
}

/**
 * Returns an entity for the responses of the list and the rescan (specification: Resources, Entity (list item, and result of
 * rescan)).
 */
export function toEntityBody(server: Server, entity: StoredEntity, now: number) {
  const { caseStatus, riskLevel, riskScore, updatedAt } = computeScreening(server, entity, now)
  const { behaviour } = server
  const needsReview = riskLevel !== null && riskLevel !== 'low'
  return {
    id: entity.id,
    name: entity.name,
    type: entity.type,
    caseStatus,
    registration: shownRegistration(server, entity),
    countryCode: entity.countryCode ?? writeBlank(behaviour.noCountryCode),
    riskLevel: riskLevel === null ? writeBlank(behaviour.noRiskLevel) : behaviour.riskLabels[riskLevel],
    riskScore: riskScore ?? 0,
    platformId: platformIdOf(entity),
    lastUpdate: displayDate(updatedAt),
    dueDate: needsReview ? displayDate(updatedAt + reviewAfterMs) : noValue,
    createdAt: timestamp(entity.createdAt),
    updatedAt: timestamp(updatedAt),
  }
}

/** Returns the field `registration`: for a person, by default the country code (specification: Entity, registration). */
function shownRegistration({ behaviour }: Server, { type, countryCode, registration }: StoredEntity): string {
  const personRegistration = behaviour.personRegistration === 'countryCode' ? countryCode : null
  return (type === 'person' ? personRegistration : registration) ?? noValue
}

/** Formats a time as ISO 8601. The results are cached, because many entities have the same times. */
export const timestamp = memoize((time: number) => new Date(time).toISOString())

/** Formats a date such as "Jan 5, 2025" (specification: Entity, lastUpdate). */
const displayDate = memoize((time: number) => {
  // Every JavaScript engine writes this format in the same way: Sun, 05 Jan 2025 00:00:00 GMT.
  const [, day, month, year] = new Date(time).toUTCString().split(' ')
  return `${month} ${Number(day)}, ${year}`
})
