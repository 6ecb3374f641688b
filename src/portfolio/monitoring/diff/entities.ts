import type { RiskLevel } from '../../../contract/values.ts'
import type { Entity } from '../../../model/entity.ts'
import {
  type ChangedParty,
  compare,
  createChange,
  createMove,
  type ValueChange,
  type Way,
} from './compare.ts'

/** A difference between two lists of the team's entities, by `kind`. `Shown` has the fields of a new or gone entity. */
export type EntityChange<Shown = Entity> = ChangedParty &
  (
    | { readonly kind: 'entity_new' | 'entity_gone'; readonly entity: Shown }
    | ValueChange<`risk_level_${Way}`, RiskLevel | null>
    | ValueChange<`risk_score_${Way}`, number | null>
    | ValueChange<`${'name' | 'type' | 'country' | 'registration' | 'case_status' | 'due_date'}_changed`>
  )

/** The fields that are compared: no times, no `platformId`, and no unknown fields. */
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
/** The fields of an entity that are compared. */
export type ComparedEntity = Pick<Entity, 'id' | (typeof comparedFields)[number]>

/** Writes the compared fields as a JSON array, in the order of `comparedFields`. */
export function writeComparedFields(entity: ComparedEntity): string {
  return JSON.stringify(comparedFields.map(field => entity[field]))
}

export function compareEntities<Shown extends ComparedEntity>(
  before: readonly Shown[],
  after: readonly Shown[],
): EntityChange<Shown>[] {
  return compare<Shown, EntityChange<Shown>>(before, after, {
    identity: ({ id, name, type }) => id || JSON.stringify([name, type]),
    marks: [writeComparedFields, ({ name }) => name],
    alone: (state, entity) => ({ kind: `entity_${state}`, id: entity.id, name: entity.name, entity }),
    between(before, after) {
      const party = { id: after.id, name: after.name }
      return [
        ...createChange('name_changed', party, before.name, after.name),
        ...createChange('type_changed', party, before.type, after.type),
        ...createChange('country_changed', party, before.countryCode, after.countryCode),
        ...createChange('registration_changed', party, before.registration, after.registration),
        ...createMove('risk_level', party, before.riskLevel, after.riskLevel),
        ...createMove('risk_score', party, before.riskScore, after.riskScore),
        ...createChange('case_status_changed', party, before.caseStatus, after.caseStatus),
        ...createChange('due_date_changed', party, before.dueDate, after.dueDate),
      ]
    },
  })
}
