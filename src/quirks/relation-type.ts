import { type Open, type RelationType, relationTypes } from '../contract/values.ts'
import { openValue } from './open-value.ts'
import { type Reading, reading } from './reading.ts'

/** HasRole, which the sample shows and the list lacks, is a role relationship (specification: Network, relation object, type). */
export function relationType(rawType: string): Reading<Open<RelationType>> {
  if (rawType === 'HasRole') return reading('RoleRelationship', 'has_role')
  return { value: rawType, quirks: openValue(relationTypes, rawType).quirks }
}
