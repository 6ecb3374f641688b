import { type Open, type RelationType, relationTypes } from '../contract/values.ts'
import { type Reading, reading } from '../reading/reading.ts'
import { openValue } from './scalar.ts'

/** HasRole, which the sample shows and the list lacks, is a role relationship (specification: Network, relation object, type). */
export function relationType(rawType: string): Reading<Open<RelationType>> {
  if (rawType === 'HasRole') return reading('RoleRelationship', 'has_role')
  return { value: rawType, quirks: openValue(relationTypes, rawType).quirks }
}
