import type { RiskLevel } from '../../../contract/values.ts'
import type { Entity } from '../../../model/entity.ts'
import {
  type ChangeDirection,
  type ChangedParty,
  compare,
  createChange,
  createDirectedChange,
  type ValueChange,
} from './compare.ts'

/** A difference between two lists of the team's entities, by `kind`. `Shown` is the type of the entities that are new or gone. */
export type EntityChange<Shown = Entity> = ChangedParty &
  (
    | { readonly kind: 'entity_new' | 'entity_gone'; readonly entity: Shown }
    | ValueChange<`risk_level_${ChangeDirection}`, RiskLevel | null>
    | ValueChange<`risk_score_${ChangeDirection}`, number | null>
    | ValueChange<`${'name' | 'type' | 'country' | 'registration' | 'case_status' | 'due_date'}_changed`>
  )

/** The compared fields. Times, `platformId` and unknown fields are not compared. */
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
/** The identifier and the compared fields of an entity. */
export type ComparedEntity = Pick<Entity, 'id' | (typeof comparedFields)[number]>

/** Converts the compared fields to a JSON array, in the order of `comparedFields`. */
export function writeComparedFields(entity: ComparedEntity): string {
  return JSON.stringify(comparedFields.map(field => entity[field]))
}

export function compareEntities<Shown extends ComparedEntity>(
  before: readonly Shown[],
  after: readonly Shown[],
): EntityChange<Shown>[] {
  return compare<Shown, EntityChange<Shown>>(before, after, {
    identity: ({ id, name, type }) => id || JSON.stringify([name, type]),
    pairingKeys: [writeComparedFields, ({ name }) => name],
    createUnpaired: (state, entity) => ({
      kind: `entity_${state}`,
      id: entity.id,
      name: entity.name,
      entity,
    }),
    comparePair(before, after) {
      const party = { id: after.id, name: after.name }
      return [
        ...createChange('name_changed', party, before.name, after.name),
        ...createChange('type_changed', party, before.type, after.type),
        ...createChange('country_changed', party, before.countryCode, after.countryCode),
        ...createChange('registration_changed', party, before.registration, after.registration),
        ...createDirectedChange('risk_level', party, before.riskLevel, after.riskLevel),
        ...createDirectedChange('risk_score', party, before.riskScore, after.riskScore),
        ...createChange('case_status_changed', party, before.caseStatus, after.caseStatus),
        ...createChange('due_date_changed', party, before.dueDate, after.dueDate),
      ]
    },
  })
}
