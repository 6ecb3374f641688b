import { type RiskLevel, riskLevels } from '../contract/values.ts'
import { placeholder } from './placeholder.ts'
import { type Reading, reading } from './reading.ts'
import { remembered } from './remembered.ts'

/** A risk label in both forms: as a level, and as it came. */
export interface RiskLabel {
  readonly riskLevel: RiskLevel | null
  readonly riskLabel: string | null
}

const nothing: RiskLabel = { riskLevel: null, riskLabel: null }

/** "Low Risk" is the level "low" (specification: Entity, riskLevel). */
export const riskLabel = remembered((value): Reading<RiskLabel> => {
  const label = placeholder(value)
  if (label.value === null) return reading(nothing, ...label.quirks)
  const level = levelIn(label.value)
  if (level === '') return reading({ riskLevel: null, riskLabel: label.value }, 'unreadable')
  const quirks = known.has(level) ? label.quirks : [...label.quirks, 'unknown_value' as const]
  return reading({ riskLevel: level, riskLabel: label.value }, 'risk_label', ...quirks)
})

const known: ReadonlySet<string> = new Set(riskLevels)

/** What stands before "Risk", if that is the last word. */
export function levelIn(label: string): string {
  const words = label.trim().toLowerCase()
  return words === 'risk' ? '' : words.endsWith(' risk') ? words.slice(0, -5).trimEnd() : words
}
