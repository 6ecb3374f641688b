import { riskLevels } from '../../../contract/values.ts'
import type { Entity } from '../../../model/entity.ts'
import { contentOf } from '../../../shared/content.ts'
import { type Likeness, matchUp, whoeverIsLeft } from '../../../shared/pairs.ts'
import type { EntityChange } from './changes.ts'
import { changed, moved, rankOfNumber } from './values.ts'

/** What is compared of an entity: neither times, nor the platform's own identifier, nor what the vocabulary has no name for. */
export const comparedFields = [
  'name',
  'type',
  'countryCode',
  'registration',
  'riskLevel',
  'riskScore',
  'caseStatus',
  'dueDate',
] as const
/** What is compared of an entity. */
export type ComparedEntity = Pick<Entity, 'id' | (typeof comparedFields)[number]>

/** All that is compared of an entity, as a JSON array in the order of `comparedFields`. */
export function factsOf(entity: ComparedEntity): string {
  return JSON.stringify(comparedFields.map(field => entity[field]))
}

/** Without an identifier, an entity is known again by its content. */
const likeness: Likeness<Entity> = {
  identity: ({ id, name, type, platformId }) => contentOf(id === '' ? [name, type, platformId] : id),
  facts: factsOf,
  rounds: [factsOf, ({ name }) => name, whoeverIsLeft],
}

/** The changes from one list of entities to another, in the order of `after`; those that are gone come last. */
export function diffEntities(before: readonly Entity[], after: readonly Entity[]): EntityChange[] {
  return matchUp(before, after, likeness).flatMap(match => {
    if (match.state === 'kept') return changesOf(match.before, match.after)
    return match.state === 'new' ? changesOf(null, match.item) : changesOf(match.item, null)
  })
}

/** The changes of one entity; null where it is not there. */
export function changesOf<Shown extends ComparedEntity>(
  before: Shown | null,
  after: Shown | null,
): EntityChange<Shown>[] {
  const entity = after ?? before
  if (entity === null) return []
  const party = { id: entity.id, name: entity.name }
  if (before === null || after === null)
    return [{ kind: before === null ? 'entity_new' : 'entity_gone', ...party, entity }]
  return [
    ...changed('name_changed', party, before.name, after.name),
    ...changed('type_changed', party, before.type, after.type),
    ...changed('country_changed', party, before.countryCode, after.countryCode),
    ...changed('registration_changed', party, before.registration, after.registration),
    ...moved('risk_level', party, rankOfLevel, before.riskLevel, after.riskLevel),
    ...moved('risk_score', party, rankOfNumber, before.riskScore, after.riskScore),
    ...changed('case_status_changed', party, before.caseStatus, after.caseStatus),
    ...changed('due_date_changed', party, before.dueDate, after.dueDate),
  ]
}

/** The specification does not show the whole set of levels, so that another one has no known place in their order. */
function rankOfLevel(level: string | null | undefined): number {
  return ranks.get(level) ?? Number.NaN
}

const ranks = new Map<unknown, number>(riskLevels.map((level, rank) => [level, rank]))
