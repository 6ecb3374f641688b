import { checksum } from '../checksum.ts'
import type { RowOmission } from '../import-report.ts'
import { readColumns } from '../rows/read-field.ts'
import type { SourceRow } from '../rows/read-row.ts'
import { columnNameOf, type Header, type ImportField, importFields } from '../source/columns.ts'
import { readCell } from '../source/csv-reader.ts'
import {
  type FieldValue,
  isOptionalField,
  type RowField,
  type RowFields,
  readRowFields,
  rowFieldOf,
} from './row-fields.ts'

/** Reads the fields that distinguish customers; null if the row cannot be read at all. */
export function readExtractFields(sourceRow: SourceRow, header: Header): RowFields | null {
  const { row, cells = [] } = sourceRow
  if (row === null) return null
  return readRowFields(row, readUnreadableTexts(sourceRow.omissions ?? [], cells, header))
}

/** Returns the same text for all rows that an import takes for one customer. A row that cannot be read is compared by its texts. */
export function identifyRow(fields: RowFields | null, { cells = [] }: SourceRow, header: Header): string {
  if (fields !== null)
    return JSON.stringify(Array.from(fields, ([field, { key, isReadable }]) => [field, key, isReadable]))
  const values = cells.map(readCell)
  return JSON.stringify(importFields.map(field => readColumns(field, values, header) ?? null))
}

/** The form of checksums. Those of other forms are ignored. */
const checksumForm = 'v2'

/**
 * Returns the checksum of a row as it is read, for a file: in a later month, it shows whether the row is still read as it was then.
 * A short checksum of each field follows, which shows in which one.
 */
export function writeChecksum(identity: string, fields: RowFields | null): string {
  const fieldSums = Array.from(fields?.values() ?? [], sumField).join('')
  return [checksumForm, toHex(checksum(identity), 8), fieldSums].filter(text => text !== '').join('-')
}

export function writeRowChecksum(sourceRow: SourceRow, header: Header): string {
  const fields = readExtractFields(sourceRow, header)
  return writeChecksum(identifyRow(fields, sourceRow, header), fields)
}

/** Whether a checksum in a file is that of a row, or has another form. */
export function mayHaveChecksum(identity: string, fields: RowFields | null, text: string): boolean {
  return !text.startsWith(`${checksumForm}-`) || text === writeChecksum(identity, fields)
}

const sumField = ({ key, isReadable }: FieldValue) =>
  toHex(checksum(JSON.stringify([key, isReadable])) & 0xff, 2)

const toHex = (number: number, length: number) => number.toString(16).padStart(length, '0')

const emptySum = sumField({ text: '', key: '', isReadable: true })

/** How the fields of a row are read that have, or had, a value. `unreadable`: it was read then, and no longer can be. */
export type FieldReadings = ReadonlyMap<RowField, 'same' | 'changed' | 'unreadable'>

/**
 * Compares the fields of a row with the checksum of an earlier reading.
 *
 * @param problemFields the fields because of which the row cannot be read at all.
 */
export function compareReadings(
  fields: RowFields | null,
  problemFields: readonly RowField[],
  text: string,
): FieldReadings {
  const [form, , fieldSums = ''] = text.split('-')
  const earlierSums = form === checksumForm ? (fieldSums.match(/../g) ?? []) : []
  // A row that could not be read then has no checksums of fields.
  if (fields === null)
    return new Map(earlierSums.length === 0 ? [] : problemFields.map(field => [field, 'unreadable']))
  const readings = Array.from(fields, ([field, value], index) => {
    const [sum, earlierSum] = [sumField(value), earlierSums[index]]
    const hasValue = earlierSum !== undefined && (sum !== emptySum || earlierSum !== emptySum)
    const change = value.isReadable ? 'changed' : 'unreadable'
    return hasValue ? [[field, sum === earlierSum ? 'same' : change] as const] : []
  })
  return new Map(readings.flat())
}

/** Lists the fields because of which a row cannot be read at all; none if it can be read. */
export function listProblemFields(sourceRow: SourceRow, header: Header): readonly RowField[] {
  if (sourceRow.row !== null) return []
  const fields = findFields(sourceRow.problems, header)
  return [...new Set(fields.flatMap(field => rowFieldOf[field] ?? []))]
}

/** Finds the fields whose columns are named by problems or omissions. */
function findFields(
  places: readonly { readonly column: string | null }[],
  header: Header,
): readonly ImportField[] {
  const columns = new Set(places.map(({ column }) => column))
  return importFields.filter(field => columns.has(columnNameOf(header, field) ?? field))
}

/** Returns the cells of the fields that cannot be read. */
function readUnreadableTexts(omissions: readonly RowOmission[], cells: readonly string[], header: Header) {
  const values = cells.map(readCell)
  return new Map(
    findFields(omissions, header)
      .filter(isOptionalField)
      .map(field => [field, String(readColumns(field, values, header) ?? '')]),
  )
}
