import { type Reading, reading } from '../reading/reading.ts'
import { number } from './scalar.ts'

const unscored: Reading<null> = reading(null, 'placeholder')

/** A score of 0 beside no level is that of an entity without results: it must not pass for the safest of all. */
export function riskScore(value: unknown, riskLabel: string | null): Reading<number | null> {
  const score = number(value)
  return score.value === 0 && riskLabel === null ? unscored : score
}
