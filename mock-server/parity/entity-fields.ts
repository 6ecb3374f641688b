import { riskLevels } from '../../src/contract/values.ts'
import type { JsonRecord } from '../../src/shared/json.ts'
import { normalizeRiskLabel } from '../../src/shared/text/normalize-risk-label.ts'

/**
 * If the field contains no text, returns a list with one item, which shows what the service sends instead: 'absent', null, "",
 * "-", or `{ found }` with a value of another type. Otherwise, returns an empty list.
 */
export function listBlanks(entity: JsonRecord, field: string): readonly unknown[] {
  if (!(field in entity)) return ['absent']
  const value = entity[field]
  if (typeof value === 'string') return value === '-' || value === '' ? [value] : []
  return [value === null ? value : { found: value }]
}

export function isBlank(entity: JsonRecord, field: string): boolean {
  return listBlanks(entity, field).length > 0
}

/** Reads the risk level from a label; `undefined` if it is not one of the three levels. */
export function parseRiskLevel({ riskLevel }: JsonRecord): (typeof riskLevels)[number] | undefined {
  return typeof riskLevel === 'string'
    ? riskLevels.find(level => level === normalizeRiskLabel(riskLevel))
    : undefined
}
