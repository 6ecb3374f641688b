import { type RiskLevel, riskLevels } from '../contract/values.ts'
import { levelIn } from '../contract/words/risk-level.ts'
import { type Reading, reading } from '../reading/reading.ts'
import { remembered } from '../reading/remembered.ts'
import { placeholder } from './placeholder.ts'

/** A risk label in both forms: as a level, and as it came. */
export interface RiskLabel {
  readonly riskLevel: RiskLevel | null
  readonly riskLabel: string | null
}

const nothing: RiskLabel = { riskLevel: null, riskLabel: null }

/** Words that a service puts where it has no level. */
const noLevel: ReadonlySet<string> = new Set([
  'n a',
  'na',
  'null',
  'undefined',
  'not available',
  'not applicable',
])

/** "Low Risk" is the level "low" (specification: Entity, riskLevel). */
export const riskLabel = remembered((value): Reading<RiskLabel> => {
  const label = placeholder(value)
  if (label.value === null) return reading(nothing, ...label.quirks)
  const level = levelIn(label.value)
  if (noLevel.has(level)) return reading(nothing, 'placeholder', ...label.quirks)
  if (level === '') return reading({ riskLevel: null, riskLabel: label.value }, 'unreadable')
  const quirks = known.has(level) ? label.quirks : [...label.quirks, 'unknown_value' as const]
  return reading({ riskLevel: level, riskLabel: label.value }, 'risk_label', ...quirks)
})

const known: ReadonlySet<string> = new Set(riskLevels)
