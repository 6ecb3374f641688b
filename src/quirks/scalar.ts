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

/** A text, or a number or boolean as text; null if digits of the number are lost, or for any other value. */
function scalarToText(value: unknown): string | null {
  if (isString(value)) return value
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && !isRounded(value))
  return isPlain ? String(value) : null
}

/** Text; a number or boolean in its place is written out, unless digits of it are lost. */
export function textOrNull(value: unknown, context: ReadContext, field: string): string | null {
  if (isString(value)) return value
  if (isAbsent(value, context)) return null
  const text = scalarToText(value)
  noteQuirk(context, field, text === null ? 'unreadable' : 'converted', value)
  return text
}

/** Text that the specification promises: empty if there is none. */
export function textOrEmpty(value: unknown, context: ReadContext, field: string): string {
  return textOrNull(value, context, field) ?? ''
}

/** Text; null if it is a placeholder, such as a single hyphen (specification: Entity, registration and dueDate; search results). */
export function textUnlessPlaceholder(value: unknown, context: ReadContext, field: string): string | null {
  if (!isString(value) || !isPlaceholder(value)) return textOrNull(value, context, field)
  noteQuirk(context, field, 'placeholder', value)
  return null
}

/** A number; decimal digits in a string are read. */
export function numberOrNull(value: unknown, context: ReadContext, field: string): number | null {
  if (typeof value === 'number' && !isRounded(value)) return value
  if (isAbsent(value, context)) return null
  const digits = isString(value) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  const isUnreadable = Number.isNaN(digits) || isRounded(digits)
  noteQuirk(context, field, isUnreadable ? 'unreadable' : 'converted', value)
  return isUnreadable ? null : digits
}

/** A boolean; "true" and "false" are read. */
export function booleanOrNull(value: unknown, context: ReadContext, field: string): boolean | null {
  if (typeof value === 'boolean') return value
  if (isAbsent(value, context)) return null
  const isWord = value === 'true' || value === 'false'
  noteQuirk(context, field, isWord ? 'converted' : 'unreadable', value)
  return isWord ? value === 'true' : null
}

/** A value of a set that the specification leaves open, empty if there is none: an unknown one passes and is reported. */
export function createOpenValueReader(documented: readonly string[]): FieldReader<string> {
  return (input, context, field) => {
    const value = textOrNull(input, context, field)
    if (value !== null && !documented.includes(value)) noteQuirk(context, field, 'unknown_value', input)
    return value ?? ''
  }
}

export const entityType: FieldReader<Open<EntityType>> = createOpenValueReader(entityTypes)
export const caseStatus: FieldReader<CaseStatus> = createOpenValueReader(caseStatuses)

/** The value that a text is read as, and the quirks that it has. */
type Parsed<Value> = readonly [value: Value | null, ...quirks: QuirkCode[]]

/** A reader that remembers the texts that it has parsed: the records of a list have the same few dates, labels and countries. */
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

/** "Jan 5, 2025" is 2025-01-05 (specification: Entity, lastUpdate and dueDate). */
export const isoDate = createMemoizedReader<string>(text => {
  if (isCalendarDate(text)) return [text]
  const [, name = '', day = '', year = ''] = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(text) ?? []
  const date = `${year}-${String(monthNumber(name)).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? [date, 'display_date'] : [null, 'unreadable']
})

/** Texts in the place of a level that is not there. */
const noLevel = /^(?:n a|na|null|undefined|not available|not applicable)$/

/** "Low Risk" is the level "low" (specification: Entity, riskLevel). */
export const riskLevel = createMemoizedReader<RiskLevel>(label => {
  const level = normalizeRiskLabel(label)
  if (noLevel.test(level)) return [null, 'placeholder']
  if (level === '') return [null, 'unreadable']
  const isKnown = riskLevels.some(documented => documented === level)
  return isKnown ? [level, 'risk_label'] : [level, 'risk_label', 'unknown_value']
})

const isLevel = memoize((label: string) => !noLevel.test(normalizeRiskLabel(label)))

/** The label of a level. {@link riskLevel} notes its quirks. */
export function riskLabel(value: unknown): string | null {
  const label = scalarToText(value)
  return label !== null && !isPlaceholder(label) && isLevel(label) ? label : null
}

const openType = createOpenValueReader(relationTypes)

/** HasRole, which the sample shows and the list lacks, is a role relationship (specification: Network, relation object, type). */
export function relationType(value: unknown, context: ReadContext, field: string): Open<RelationType> {
  if (value !== 'HasRole') return openType(value, context, field)
  noteQuirk(context, field, 'has_role', value)
  return 'RoleRelationship'
}

/** The type of a relation in the spelling of the wire. {@link relationType} notes its quirks. */
export function rawRelationType(value: unknown): string {
  return scalarToText(value) ?? ''
}

/** A country by code, alpha-3 code, name or another spelling is its 2-letter code (specification: countryCode, in both searches). */
export const isoCountryCode = createMemoizedReader<string>(text => {
  const code = findCountryCode(text)
  if (code === undefined) return [null, 'unknown_country', 'unreadable']
  return code === text ? [code] : [code, 'country_spelling']
})
