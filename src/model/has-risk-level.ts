import { lettersOf } from '../reading/letters.ts'
import type { Entity } from './entity.ts'

/**
 * Whether an entity has a risk level. If the service sent two contradicting levels, under two spellings of the name, `riskLevel` is
 * null, and both are in `unknownFields`.
 */
export function hasRiskLevel({ riskLevel, unknownFields }: Entity): boolean {
  const isLevel = (name: string) => lettersOf(name) === 'risklevel'
  return riskLevel !== null || Object.keys(unknownFields).filter(isLevel).length > 1
}
