import { dropInvisible, isInvisible } from '../../shared/text/invisible.ts'
import type { Header, ImportField } from '../source/columns.ts'
import { isSpreadsheetError } from './spreadsheet-damage.ts'

/** Reads the value of a field; if the field has several columns, joins their texts with a space. */
export function readColumns(
  field: ImportField,
  values: readonly unknown[],
  { columnOf, joinedColumns }: Header,
): unknown {
  const indexes = joinedColumns[field]
  if (indexes === undefined) return readField(field, values[columnOf[field] ?? -1])
  const parts = indexes.map(index => readField(field, values[index])).filter(part => part !== undefined)
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
  // "Null" is a real surname, and is therefore not treated as blank in names. Databases write \N for NULL.
  return (/name$/i.test(field) ? /^(-|n\/a|\\N)?$/i : /^(-|n\/a|\\N|null)?$/i).test(text) ? undefined : text
}
