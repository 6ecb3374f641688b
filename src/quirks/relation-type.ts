import { type Open, type RelationType, relationTypes } from '../contract/values.ts'
import { type Reading, reading } from '../reading/reading.ts'
import { type Reader, reader } from '../reading/table.ts'
import { openValue, orEmpty } from './scalar.ts'

const openType = orEmpty(openValue(relationTypes))
const role: Reading<Open<RelationType>> = reading('RoleRelationship', 'has_role')

/** HasRole, which the sample shows and the list lacks, is a role relationship (specification: Network, relation object, type). */
export const relationType: Reader<Open<RelationType>> = reader(
  (value, place) => (value === 'HasRole' ? role : openType(value, place)),
  openType.takes ?? (() => false),
)
