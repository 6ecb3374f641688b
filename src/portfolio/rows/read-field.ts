import { dropInvisible, isInvisible } from '../../shared/text/invisible.ts'
import type { Header, ImportField } from '../source/columns.ts'
import { isSpreadsheetError } from './spreadsheet-damage.ts'

/** The fields in which a word for no value may be a whole name, such as the surnames Null and Nan. */
const wholeNames: ReadonlySet<ImportField> = new Set<ImportField>(['name', 'firstName', 'lastName'])
/** Matches an empty cell. Databases write \N for NULL. */
const blank = /^(?:-|n\/a|\\N)?$/i
/** Matches how programs write that there is no value. */
const noValue = /^(?:NULL|null|NaN|nan)$/

/** Reads the value of a field; if the field has several columns, joins their texts with a space. */
export function readColumns(
  field: ImportField,
  values: readonly unknown[],
  { columnOf, joinedColumns }: Header,
): unknown {
  const indexes = joinedColumns[field]
  if (indexes === undefined) return readField(field, values[columnOf[field] ?? -1])
  const parts = indexes
    .map(index => readField(field, values[index]))
    .filter(part => part !== undefined && !isNoValue(part))
  const unreadable = parts.find(part => typeof part !== 'string' || isSpreadsheetError(part))
  return unreadable ?? (parts.join(' ') || undefined)
}

/**
 * Reads a value as text. Identifiers may be numbers. A number that may not be exact, because it is not a safe integer, is not
 * converted, so that the schema refuses it.
 */
function readField(field: ImportField, value: unknown): unknown {
  if (typeof value !== 'string')
    return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : (value ?? undefined)
  const text = isInvisible(value) ? '' : dropInvisible(value).trim()
  if (blank.test(text)) return undefined
  // In other letters, it may be a part of a name.
  const isEmpty = isNoValue(text) || (/^null$/i.test(text) && !/name$/i.test(field))
  return isEmpty && !wholeNames.has(field) ? undefined : text
}

/** Whether a cell is empty, or has a sign or a word for no value. */
export function isEmptyCell(text: string): boolean {
  return blank.test(text) || isNoValue(text)
}

/** Whether a cell has a word by which programs write that there is no value. In a name, it may be a surname. */
export function isNoValue(text: unknown): boolean {
  return typeof text === 'string' && noValue.test(text)
}
