import type { JsonRecord } from '../../src/shared/json.ts'
import { memoize } from '../../src/shared/memoize.ts'
import { applyQuirksToEntity } from '../dialects/apply-quirks.ts'
import { computeScreening, hasResults, selectShownStatedFields } from '../screening/lifecycle.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { platformIdOf } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/teams.ts'

/** What stands where there is nothing (specification: Entity, registration). */
const none = '-'

/** What stands where a field has no value; an absent one is not written as JSON. */
export function blank(spelling: '-' | '' | null | 'absent'): string | null | undefined {
  return spelling === 'absent' ? undefined : spelling
}

/** How long after its last update a case that is not of low risk is due for review. */
const reviewAfter = 90 * 86_400_000

/** An entity in a response: as specified, or with the quirks of a reserved test name, and with every field that it was loaded with. */
export function entityAnswer(server: Server, entity: StoredEntity, now: number): JsonRecord {
  const body = entityBody(server, entity, now)
  const spelled = isQuirky(server, entity.name)
    ? applyQuirksToEntity(body, hasResults(server, entity, now))
    : body
  return withStatedFields(server, entity, spelled, now)
}

/** {@link entityAnswer} without quirks, for filters and orders. */
export function shownFields(server: Server, entity: StoredEntity, now: number): JsonRecord {
  return withStatedFields(server, entity, entityBody(server, entity, now), now)
}

function withStatedFields(server: Server, entity: StoredEntity, fields: JsonRecord, now: number): JsonRecord {
  return entity.statedFields === undefined
    ? fields
    : { ...fields, ...selectShownStatedFields(server, entity, now) }
}

/** An entity as the list and the rescan show it (specification: Resources, Entity (list item, and result of rescan)). */
export function entityBody(server: Server, entity: StoredEntity, now: number) {
  const { caseStatus, riskLevel, riskScore, updatedAt } = computeScreening(server, entity, now)
  const { behaviour } = server
  const needsReview = riskLevel !== null && riskLevel !== 'low'
  return {
    id: entity.id,
    name: entity.name,
    type: entity.type,
    caseStatus,
    registration: registrationOf(server, entity),
    countryCode: entity.countryCode ?? blank(behaviour.noCountryCode),
    riskLevel: riskLevel === null ? blank(behaviour.noRiskLevel) : behaviour.riskLabels[riskLevel],
    riskScore: riskScore ?? 0,
    platformId: platformIdOf(entity),
    lastUpdate: displayDate(updatedAt),
    dueDate: needsReview ? displayDate(updatedAt + reviewAfter) : none,
    createdAt: timestamp(entity.createdAt),
    updatedAt: timestamp(updatedAt),
  }
}

/** "In a person record the field can hold a country code" (specification: Entity, registration): in ours it does. */
function registrationOf({ behaviour }: Server, { type, countryCode, registration }: StoredEntity): string {
  const ofPerson = behaviour.personRegistration === 'countryCode' ? countryCode : null
  return (type === 'person' ? ofPerson : registration) ?? none
}

/** Entities of one request share their times. */
export const timestamp = memoize((time: number) => new Date(time).toISOString())

/** "Jan 5, 2025" (specification: Entity, lastUpdate). */
const displayDate = memoize((time: number) => {
  // Sun, 05 Jan 2025 00:00:00 GMT in every engine.
  const [, day, month, year] = new Date(time).toUTCString().split(' ')
  return `${month} ${Number(day)}, ${year}`
})
