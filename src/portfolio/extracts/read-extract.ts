import { refuseImport } from '../import-input.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { OptionTerms } from '../option-terms.ts'
import { readColumns } from '../rows/read-field.ts'
import type { SourceRow } from '../rows/read-row.ts'
import {
  columnNameOf,
  findColumns,
  type Header,
  type ImportField,
  importFields,
  nameFields,
} from '../source/columns.ts'
import { readCell } from '../source/csv-reader.ts'
import type { PortfolioSource } from '../source/open-items.ts'
import { openRows } from '../source/open-rows.ts'
import type { CsvFormat } from '../source/read-records.ts'
import type { RowField, RowFields } from './row-fields.ts'
import { identifyRow, listProblemFields, readExtractFields } from './row-identity.ts'

/** A file of customers, one a row. */
export interface Extract {
  readonly format: CsvFormat
  /** The fields of an entity that the columns fill. */
  readonly fields: readonly ImportField[]
  readonly rows: readonly ExtractRow[]
}

export interface ExtractRow {
  readonly line: number
  /** The cells as they are written. */
  readonly cells: readonly string[]
  /** The same text for all rows that an import takes for one customer. */
  readonly identity: string
  /** Why the cells may belong to other columns or rows; null if their columns are certain. */
  readonly problem: string | null
  /** Why an import cannot read a field; null if it can read all. */
  readonly unreadable: string | null
  /** The fields that distinguish customers; null if the row cannot be read at all. */
  readonly fields: RowFields | null
  /** The fields because of which the row cannot be read at all; none if it can be read. */
  readonly problemFields: readonly RowField[]
  /** The name of the customer, as far as the cells show it. */
  readonly name: string
}

/**
 * Reads a file of customers like an import.
 *
 * @throws InputValidationError if the header is missing, or lacks a column that an import needs.
 */
export async function readExtract(
  source: PortfolioSource,
  options: ReadingOptions,
  terms?: OptionTerms,
): Promise<Extract> {
  const reader = await openRows(source, { ...options, unreadableFields: 'omit' }, true, terms)
  const sourceRows: SourceRow[] = []
  for await (const rows of reader.rows) sourceRows.push(...rows)
  const format = reader.csvFormat() ?? refuseImport('source', 'has no header')
  const header = findColumns(format.names, options.columns ?? {})
  return {
    format,
    fields: importFields.filter(field => columnNameOf(header, field) !== null),
    rows: sourceRows.map(row => readExtractRow(row, header)),
  }
}

function readExtractRow(sourceRow: SourceRow, header: Header): ExtractRow {
  const { line, cells = [] } = sourceRow
  const isUncertain = sourceRow.row === null && sourceRow.hasUncertainCells === true
  const problem = isUncertain ? sourceRow.problems[0].reason : null
  const [first] = (sourceRow.row === null ? sourceRow.problems : sourceRow.omissions) ?? []
  const unreadable = first === undefined ? null : [first.column, first.reason].filter(Boolean).join(' ')
  const name = readName(cells.map(readCell), header)
  const fields = readExtractFields(sourceRow, header)
  return {
    line,
    cells,
    identity: identifyRow(fields, sourceRow, header),
    problem,
    unreadable,
    fields,
    problemFields: listProblemFields(sourceRow, header),
    name,
  }
}

function readName(values: readonly string[], header: Header): string {
  const { name, lastName } = header.columnOf
  return nameFields
    .filter(field => field !== 'name' || name !== lastName)
    .map(field => readColumns(field, values, header) ?? '')
    .join(' ')
    .trim()
}
