import {
  type Open,
  type RelationType,
  type RiskLevel,
  relationTypes,
  riskLevels,
} from '../contract/values.ts'
import { type Reading, reading } from '../reading/reading.ts'
import { type Reader, reader } from '../reading/table.ts'
import { levelIn } from '../shared/text/risk-level.ts'
import { remembered } from './remembered.ts'
import { openValue, orEmpty, readShown } from './scalar.ts'

/** Words that a service puts where it has no level. */
const noLevels: ReadonlySet<string> = new Set([
  'n a',
  'na',
  'null',
  'undefined',
  'not available',
  'not applicable',
])

const known: ReadonlySet<string> = new Set(riskLevels)

/** Whether a label says that there is no level. */
export function isNoLevel(label: string): boolean {
  return noLevels.has(levelIn(label))
}

/** "Low Risk" is the level "low" (specification: Entity, riskLevel). */
export const riskLevel = remembered((value): Reading<RiskLevel | null> => {
  const { value: label, quirks } = readShown(value)
  if (label === null) return reading(null, ...quirks)
  if (isNoLevel(label)) return reading(null, ...quirks, 'placeholder')
  const level = levelIn(label)
  if (level === '') return reading(null, 'unreadable')
  if (known.has(level)) return reading(level, 'risk_label', ...quirks)
  return reading(level, 'risk_label', ...quirks, 'unknown_value')
})

const openType = orEmpty(openValue(relationTypes))
const role: Reading<Open<RelationType>> = reading('RoleRelationship', 'has_role')

/** HasRole, which the sample shows and the list lacks, is a role relationship (specification: Network, relation object, type). */
export const relationType: Reader<Open<RelationType>> = reader(
  (value, place) => (value === 'HasRole' ? role : openType(value, place)),
  openType.takes ?? (() => false),
)
