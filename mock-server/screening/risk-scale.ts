import type { riskLevels } from '../../src/contract/values.ts'
import type { CompleteBehaviour } from '../behaviour.ts'

export type ScreeningRiskLevel = (typeof riskLevels)[number]

type RiskScale = Pick<CompleteBehaviour, 'riskScale'>

/** Returns the risk level of a score from 0 to 100. */
export function riskLevelOf(score: number): ScreeningRiskLevel {
  if (score >= 70) return 'high'
  return score >= 35 ? 'medium' : 'low'
}

/** Converts a score in the range 0-100 to the service's scale. */
export function toServiceScale({ riskScale }: RiskScale, score: number): number {
  return (score * riskScale) / 100
}

/** Converts a score on the scale of the service to one from 0 to 100. */
export function fromServiceScale({ riskScale }: RiskScale, score: number): number {
  return (score * 100) / riskScale
}
