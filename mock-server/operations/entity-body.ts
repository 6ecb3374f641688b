import { spellEntityOddly } from '../dialects/quirky.ts'
import { screeningOf } from '../screening/life.ts'
import { riskLabelOf } from '../screening/risk.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import type { Server } from '../server.ts'
import { hash } from '../state/identifiers.ts'
import type { StoredEntity } from '../state/teams.ts'

/** What stands where there is nothing (specification: Entity, registration). */
const none = '-'

/** How long after its last update a case that is not of low risk is due for review. */
const reviewAfter = 90 * 86_400_000

/** An entity in a response: as specified, or with the quirks of a reserved test name. */
export function entityAnswer(server: Server, entity: StoredEntity) {
  const body = entityBody(server, entity)
  return isQuirky(server, entity.name) ? spellEntityOddly(body) : body
}

/** An entity as the list and the rescan show it (specification: Resources, Entity (list item, and result of rescan)). */
export function entityBody(server: Server, entity: StoredEntity) {
  const { caseStatus, riskScore, updatedAt } = screeningOf(server, entity)
  const needsReview = riskScore !== null && riskLabelOf(riskScore) !== 'Low Risk'
  return {
    id: entity.id,
    name: entity.name,
    type: entity.type,
    caseStatus,
    registration: registrationOf(entity),
    countryCode: entity.countryCode ?? none,
    riskLevel: riskScore === null ? none : riskLabelOf(riskScore),
    riskScore: riskScore ?? 0,
    platformId: platformIdOf(entity),
    lastUpdate: displayDate(updatedAt),
    dueDate: needsReview ? displayDate(updatedAt + reviewAfter) : none,
    createdAt: timestamp(entity.createdAt),
    updatedAt: timestamp(updatedAt),
  }
}

/** "In a person record the field can hold a country code" (specification: Entity, registration): in ours it does. */
function registrationOf(entity: StoredEntity): string {
  return (entity.type === 'person' ? entity.countryCode : entity.registration) ?? none
}

export function platformIdOf(entity: StoredEntity): string {
  return hash('platform', entity.id)
}

export const timestamp = memoize(time => new Date(time).toISOString())

/** "Jan 5, 2025" (specification: Entity, lastUpdate). */
const displayDate = memoize(time => {
  // Sun, 05 Jan 2025 00:00:00 GMT in every engine.
  const [, day, month, year] = new Date(time).toUTCString().split(' ')
  return `${month} ${Number(day)}, ${year}`
})

/** Remembers formatted times: entities of one request share theirs. */
function memoize(write: (time: number) => string): (time: number) => string {
  const written = new Map<number, string>()
  return time => {
    const known = written.get(time)
    if (known !== undefined) return known
    if (written.size === 1000) written.clear()
    const text = write(time)
    written.set(time, text)
    return text
  }
}
