import { type RiskLevel, riskLevels } from '../contract/values.ts'
import { type Reading, reading } from '../reading/reading.ts'
import { levelIn } from '../shared/text/risk-level.ts'
import { readShown } from './placeholder.ts'
import { remembered } from './remembered.ts'

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
