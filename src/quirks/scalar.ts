import type { CaseStatus, EntityType, Open, RelationType, RiskLevel } from '../contract/values.ts'
import { caseStatuses, entityTypes, relationTypes, riskLevels } from '../contract/values.ts'
import { isPlaceholder, type QuirkCode } from '../reading/reading.ts'
import type { Reader } from '../reading/table.ts'
import { findCountryCode } from '../shared/countries/names.ts'
import { isRounded, isString } from '../shared/json.ts'
import { memoize } from '../shared/memoize.ts'
import { normalizeRiskLabel } from '../shared/text/normalize-risk-label.ts'
import { isCalendarDate, monthNumber } from '../shared/time.ts'

/** Text; a number or boolean in its place is written out, unless digits of it are lost. */
export const text: Reader<string | null> = (value, at) => {
  if (isString(value)) return value
  if (value === undefined || value === null) return null
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && !isRounded(value))
  return isPlain ? at.note('converted', String(value)) : at.note('unreadable', null)
}

/** Text that the specification promises: empty where there is none. */
export const requiredText: Reader<string> = (value, at) => text(value, at) ?? ''

/** A single hyphen, or nothing, stands for no value (specification: Entity, registration and dueDate; search results). */
export const placeholder: Reader<string | null> = (value, at) =>
  isString(value) && isPlaceholder(value) ? at.note('placeholder', null) : text(value, at)

/** A number; decimal digits in a string are read. */
export const number: Reader<number | null> = (value, at) => {
  if (typeof value === 'number' && !isRounded(value)) return value
  if (value === undefined || value === null) return null
  const digits = isString(value) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  const isLost = Number.isNaN(digits) || isRounded(digits)
  return isLost ? at.note('unreadable', null) : at.note('converted', digits)
}

/** A boolean; "true" and "false" are read. */
export const boolean: Reader<boolean | null> = (value, at) => {
  if (typeof value === 'boolean') return value
  if (value === undefined || value === null) return null
  const isWord = value === 'true' || value === 'false'
  return isWord ? at.note('converted', value === 'true') : at.note('unreadable', null)
}

/** A value of a set that the specification leaves open, empty where there is none: an unknown one passes and is reported. */
export function openValue(known: readonly string[]): Reader<string> {
  return (given, at) => {
    const value = text(given, at)
    return value === null || known.includes(value) ? (value ?? '') : at.note('unknown_value', value)
  }
}

export const entityType: Reader<Open<EntityType>> = openValue(entityTypes)
export const caseStatus: Reader<CaseStatus> = openValue(caseStatuses)

/** What a text is read as, and the quirks that it is. */
type Made<Value> = readonly [value: Value | null, ...quirks: QuirkCode[]]

/** A reader that knows again what it has read: the records of a list have the same few dates, labels and countries. */
export function remembering<Value>(make: (text: string) => Made<Value>): Reader<Value | null> {
  const recall = memoize((text: string) => {
    const [value, ...quirks] = make(text)
    return { value, quirks }
  })
  return (given, at) => {
    const shown = placeholder(given, at)
    if (shown === null) return null
    const { value, quirks } = recall(shown)
    for (const quirk of quirks) at.note(quirk, value)
    return value
  }
}

/** "Jan 5, 2025" is 2025-01-05 (specification: Entity, lastUpdate and dueDate). */
export const displayDate = remembering<string>(shown => {
  if (isCalendarDate(shown)) return [shown]
  const [, name = '', day = '', year = ''] = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(shown) ?? []
  const date = `${year}-${String(monthNumber(name)).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? [date, 'display_date'] : [null, 'unreadable']
})

/** What a service puts where it has no level. */
const noLevel = /^(?:n a|na|null|undefined|not available|not applicable)$/

/** "Low Risk" is the level "low" (specification: Entity, riskLevel). */
export const riskLevel = remembering<RiskLevel>(label => {
  const level = normalizeRiskLabel(label)
  if (noLevel.test(level)) return [null, 'placeholder']
  if (level === '') return [null, 'unreadable']
  const isKnown = riskLevels.some(one => one === level)
  return isKnown ? [level, 'risk_label'] : [level, 'risk_label', 'unknown_value']
})

/** The label itself. */
export const riskLabel = remembering<string>(label => [
  noLevel.test(normalizeRiskLabel(label)) ? null : label,
])

const openType = openValue(relationTypes)

/** HasRole, which the sample shows and the list lacks, is a role relationship (specification: Network, relation object, type). */
export const relationType: Reader<Open<RelationType>> = (value, at) =>
  value === 'HasRole' ? at.note('has_role', 'RoleRelationship') : openType(value, at)

/** A country by code, alpha-3 code, name or another spelling is its 2-letter code (specification: countryCode, in both searches). */
export const country = remembering<string>(given => {
  const code = findCountryCode(given)
  if (code === undefined) return [null, 'unknown_country', 'unreadable']
  return code === given ? [code] : [code, 'country_spelling']
})
