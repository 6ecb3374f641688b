import { checksum } from '../checksum.ts'
import type { RowOmission } from '../import-report.ts'
import { readColumns } from '../rows/read-field.ts'
import type { SourceRow } from '../rows/read-row.ts'
import { columnNameOf, type Header, importFields } from '../source/columns.ts'
import { readCell } from '../source/csv-reader.ts'
import { isOptionalField, type RowFields, readRowFields } from './row-fields.ts'

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

/** The form of identities. Checksums of other forms are ignored. */
const identityForm = 'v1'

/** Returns the checksum of an identity, for a file: in a later month, it shows whether the row is still read as it was then. */
export function writeChecksum(identity: string): string {
  return `${identityForm}-${checksum(identity).toString(16).padStart(8, '0')}`
}

/** Whether a checksum in a file is that of an identity, or has another form. */
export function mayHaveChecksum(identity: string, text: string): boolean {
  return !text.startsWith(`${identityForm}-`) || text === writeChecksum(identity)
}

/** Returns the cells of the fields that cannot be read. */
function readUnreadableTexts(omissions: readonly RowOmission[], cells: readonly string[], header: Header) {
  const columns = new Set(omissions.map(({ column }) => column))
  const values = cells.map(readCell)
  return new Map(
    importFields
      .filter(isOptionalField)
      .filter(field => columns.has(columnNameOf(header, field) ?? field))
      .map(field => [field, String(readColumns(field, values, header) ?? '')]),
  )
}
