import type { Entity } from '../../../model/entity.ts'
import type { EntityChange } from './changes.ts'
import { changed, compare, moved } from './compare.ts'

/** What is compared of an entity: neither times, nor the platform's own identifier, nor what the vocabulary has no name for. */
const comparedFields = [
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

export function diffEntities<Shown extends ComparedEntity>(
  before: readonly Shown[],
  after: readonly Shown[],
): EntityChange<Shown>[] {
  return compare<Shown, EntityChange<Shown>>(before, after, {
    identity: ({ id, name, type }) => id || JSON.stringify([name, type]),
    marks: [factsOf, ({ name }) => name],
    alone: (state, entity) => ({ kind: `entity_${state}`, id: entity.id, name: entity.name, entity }),
    between(before, after) {
      const party = { id: after.id, name: after.name }
      return [
        ...changed('name_changed', party, before.name, after.name),
        ...changed('type_changed', party, before.type, after.type),
        ...changed('country_changed', party, before.countryCode, after.countryCode),
        ...changed('registration_changed', party, before.registration, after.registration),
        ...moved('risk_level', party, before.riskLevel, after.riskLevel),
        ...moved('risk_score', party, before.riskScore, after.riskScore),
        ...changed('case_status_changed', party, before.caseStatus, after.caseStatus),
        ...changed('due_date_changed', party, before.dueDate, after.dueDate),
      ]
    },
  })
}
