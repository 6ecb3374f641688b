import type { CaseStatus, EntityType, Open, RelationType, RiskLevel } from '../contract/values.ts'
import { caseStatuses, entityTypes, relationTypes, riskLevels } from '../contract/values.ts'
import { isPlaceholder } from '../reading/blank.ts'
import type { QuirkCode } from '../reading/quirk-codes.ts'
import { type FieldReader, isAbsent, noteQuirk, type ReadContext } from '../reading/read-context.ts'
import { findCountryCode } from '../shared/countries/names.ts'
import { isRounded, isString } from '../shared/json.ts'
import { memoize } from '../shared/memoize.ts'
import { normalizeRiskLabel } from '../shared/text/normalize-risk-label.ts'
import { isCalendarDate, monthNumber } from '../shared/time.ts'

/** Converts a string, number or boolean to a string; null for any other value, or if the number has lost digits. */
function scalarToText(value: unknown): string | null {
  if (isString(value)) return value
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && !isRounded(value))
  return isPlain ? String(value) : null
}

/** Reads a string. Converts a number or boolean to a string, unless the number has lost digits. */
export function textOrNull(value: unknown, context: ReadContext, field: string): string | null {
  if (isString(value)) return value
  if (isAbsent(value, context)) return null
  const text = scalarToText(value)
  noteQuirk(context, field, text === null ? 'unreadable' : 'converted', value)
  return text
}

/** Reads a string that the specification requires; empty if it is missing or unreadable. */
export function textOrEmpty(value: unknown, context: ReadContext, field: string): string {
  return textOrNull(value, context, field) ?? ''
}

/**
 * Reads a string; null for a placeholder, such as a single hyphen (specification: Entity, registration and dueDate; search
 * results).
 */
export function textUnlessPlaceholder(value: unknown, context: ReadContext, field: string): string | null {
  if (!isString(value) || !isPlaceholder(value)) return textOrNull(value, context, field)
  noteQuirk(context, field, 'placeholder', value)
  return null
}

/** Reads a number, or a decimal number in a string. */
export function numberOrNull(value: unknown, context: ReadContext, field: string): number | null {
  if (typeof value === 'number' && !isRounded(value)) return value
  if (isAbsent(value, context)) return null
  const digits = isString(value) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  const isUnreadable = Number.isNaN(digits) || isRounded(digits)
  noteQuirk(context, field, isUnreadable ? 'unreadable' : 'converted', value)
  return isUnreadable ? null : digits
}

/** Reads a boolean, or the strings "true" and "false". */
export function booleanOrNull(value: unknown, context: ReadContext, field: string): boolean | null {
  if (typeof value === 'boolean') return value
  if (isAbsent(value, context)) return null
  const isWord = value === 'true' || value === 'false'
  noteQuirk(context, field, isWord ? 'converted' : 'unreadable', value)
  return isWord ? value === 'true' : null
}

/**
 * Creates a reader for a string with documented values. Returns and reports any other value; a missing value becomes an empty
 * string.
 */
export function createOpenValueReader(documented: readonly string[]): FieldReader<string> {
  return (input, context, field) => {
    const value = textOrNull(input, context, field)
    if (value !== null && !documented.includes(value)) noteQuirk(context, field, 'unknown_value', input)
    return value ?? ''
  }
}

export const entityType: FieldReader<Open<EntityType>> = createOpenValueReader(entityTypes)
export const caseStatus: FieldReader<CaseStatus> = createOpenValueReader(caseStatuses)

/** The value that a string means, and the quirks in how it is written. */
type Parsed<Value> = readonly [value: Value | null, ...quirks: QuirkCode[]]

/** Creates a reader that caches parsed strings, because the records of a list share a few dates, labels and countries. */
export function createMemoizedReader<Value>(
  parse: (text: string) => Parsed<Value>,
): FieldReader<Value | null> {
  const parseMemoized = memoize((text: string) => {
    const [value, ...quirks] = parse(text)
    return { value, quirks }
  })
  return (input, context, field) => {
    const text = textUnlessPlaceholder(input, context, field)
    if (text === null) return null
    const { value, quirks } = parseMemoized(text)
    for (const quirk of quirks) noteQuirk(context, field, quirk, input)
    return value
  }
}

/** Reads a display date: "Jan 5, 2025" becomes 2025-01-05 (specification: Entity, lastUpdate and dueDate). */
export const isoDate = createMemoizedReader<string>(text => {
  if (isCalendarDate(text)) return [text]
  const [, name = '', day = '', year = ''] = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(text) ?? []
  const date = `${year}-${String(monthNumber(name)).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? [date, 'display_date'] : [null, 'unreadable']
})

/** Matches labels that mean that there is no risk level. */
const noLevel = /^(?:n a|na|null|undefined|not available|not applicable)$/

/** Reads the risk level from a label: "Low Risk" becomes "low" (specification: Entity, riskLevel). */
export const riskLevel = createMemoizedReader<RiskLevel>(label => {
  const level = normalizeRiskLabel(label)
  if (noLevel.test(level)) return [null, 'placeholder']
  if (level === '') return [null, 'unreadable']
  const isKnown = riskLevels.some(documented => documented === level)
  return isKnown ? [level, 'risk_label'] : [level, 'risk_label', 'unknown_value']
})

const isLevel = memoize((label: string) => !noLevel.test(normalizeRiskLabel(label)))

/**
 * Reads the label of a risk level. Reports no quirks, because {@link riskLevel} reports them.
 *
 * @param level - The level that {@link riskLevel} has read from the same value.
 */
export function riskLabel(value: unknown, level: RiskLevel | null): string | null {
  // Fast path: a string from which a level was read is a label.
  if (level !== null && isString(value)) return value
  const label = scalarToText(value)
  return label !== null && !isPlaceholder(label) && isLevel(label) ? label : null
}

const openType = createOpenValueReader(relationTypes)

/**
 * Reads the type of a relation. HasRole, from the sample payload, becomes RoleRelationship (specification: Network, relation
 * object, type).
 */
export function relationType(value: unknown, context: ReadContext, field: string): Open<RelationType> {
  if (value !== 'HasRole') return openType(value, context, field)
  noteQuirk(context, field, 'has_role', value)
  return 'RoleRelationship'
}

/** Reads the type of a relation, unchanged. Reports no quirks, because {@link relationType} reports them. */
export function rawRelationType(value: unknown): string {
  return scalarToText(value) ?? ''
}

/** Reads a country from its code, alpha-3 code or name, as its 2-letter code (specification: countryCode, in both searches). */
export const isoCountryCode = createMemoizedReader<string>(text => {
  const code = findCountryCode(text)
  if (code === undefined) return [null, 'unknown_country', 'unreadable']
  return code === text ? [code] : [code, 'country_spelling']
})
