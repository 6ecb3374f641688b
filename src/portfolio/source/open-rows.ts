import { isRecord } from '../../shared/json.ts'
import { refuseIssues } from '../../transport/check-input.ts'
import { refuseImport } from '../import-input.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { RowOmission } from '../import-report.ts'
import { type OptionTerms, optionTerms } from '../option-terms.ts'
import { createInvalidRow, isPersonWord, readRow, type SourceRow } from '../rows/read-row.ts'
import {
  describeDivided,
  findColumns,
  findMissing,
  type Header,
  hasFullNamesOnly,
  type SourceColumn,
} from './columns.ts'
import { createItemCopier } from './copy-source.ts'
import { type CsvRow, createCsvReader, readCsvRows } from './csv-reader.ts'
import {
  createDecoder,
  divideChunk,
  isTextChunk,
  openItems,
  type PortfolioSource,
  type SourceItems,
} from './open-items.ts'
import { readAhead } from './read-ahead.ts'
import { summarizeCells } from './unused-cells.ts'

/** A source of rows that has been opened. */
export interface RowReader {
  /** The rows, in non-empty arrays, so that not every row needs a promise. */
  readonly rows: AsyncGenerator<readonly SourceRow[]>
  /** Returns the columns that fill no field; the list is complete once all rows are read. */
  unusedColumns(): string[]
  /** Returns the header and the delimiter of a CSV source; null before the header is read, and for objects. */
  csvFormat(): CsvFormat | null
  /** Returns the bytes that were read so far, and their total; null if the length of the source is unknown. */
  progress(): { readonly bytes: number; readonly of: number } | null
  /** Ends the source, even while it waits for data. */
  cancel(): void
}

/** The form of a CSV source. */
export interface CsvFormat {
  readonly names: readonly string[]
  readonly delimiter: string
}

/** The state of reading a source. */
interface SourceReading {
  readonly options: ReadingOptions
  readonly terms: OptionTerms
  /** Whether the rows of a CSV source include their original cells. */
  readonly keepsCells: boolean
  readonly unusedColumns: Set<string>
  /** The slots of the unused columns in `UnusedCells`. */
  readonly columnSlots: Map<string, number>
  /** The header of the CSV; null until it is read. */
  csvHeader: Header | null
  /** The delimiter of a CSV source. */
  delimiter: string
  /** The headers of objects, by the JSON of the objects' keys. */
  readonly objectHeaders: Map<string, Header>
  /** Whether a column of full names may have names that need the option `nameOrder`, which is missing. */
  mayNeedOrder: boolean
  /** Whether `cancel` was called. */
  isCancelled: boolean
  bytes: number
  objects: number
}

/**
 * The maximum number of object shapes, and of unused columns, that are stored. Without a limit, a hostile source could fill the
 * memory.
 */
const maxRemembered = 1000

/** A line without a delimiter after a blank line counts as a footer only if the source has at least this many columns. */
const minColumnsOfFooter = 3

const footerMessage =
  'looks like a footer: it has no delimiter, and follows a blank line. If it is a row, remove the blank line'

/** The maximum number of objects that are read at once. */
const maxObjects = 64

/** Opens a source of rows. @param keepsCells whether the rows of a CSV source include their original cells. */
export async function openRows(
  portfolio: PortfolioSource | readonly unknown[],
  options: ReadingOptions,
  keepsCells = false,
  terms = optionTerms,
): Promise<RowReader> {
  const source = await openItems(portfolio)
  const reading: SourceReading = {
    options,
    terms,
    keepsCells,
    unusedColumns: new Set(),
    columnSlots: new Map(),
    csvHeader: null,
    delimiter: ',',
    objectHeaders: new Map(),
    mayNeedOrder: false,
    isCancelled: false,
    bytes: 0,
    objects: 0,
  }
  return {
    rows: readAhead(readRows(reading, source), () => reading.mayNeedOrder && !reading.isCancelled),
    unusedColumns: () => [...reading.unusedColumns],
    csvFormat: () => reading.csvHeader && { names: reading.csvHeader.names, delimiter: reading.delimiter },
    progress: () => (source.bytes === null ? null : { bytes: reading.bytes, of: source.bytes }),
    cancel() {
      reading.isCancelled = true
      source.cancel?.()
    },
  }
}

async function* readRows(reading: SourceReading, source: SourceItems): AsyncGenerator<readonly SourceRow[]> {
  const copyItem = createItemCopier(reading.options.columns ?? {})
  const { encoding, headerLine } = reading.options
  const decode = createDecoder(encoding, reading.terms)
  const csvReader = createCsvReader(headerLine)
  const together = Symbol.asyncIterator in source.items ? 1 : maxObjects
  let isCsv: boolean | undefined
  let rows: SourceRow[] = []
  for await (const item of source.items) {
    isCsv ??= requireKind(reading, item)
    for (const piece of isCsv ? divideChunk(item) : []) {
      reading.bytes += piece.length
      yield* readSourceRows(reading, readCsvRows(csvReader, decode(piece)))
    }
    if (isCsv || rows.push(readObject(reading, copyItem(item))) < together) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
  // The file became shorter while it was read, so the last row may be incomplete, and later rows are missing.
  if (source.bytes !== null && reading.bytes < source.bytes)
    throw new Error(`it became shorter while it was read: ${reading.bytes} of ${source.bytes} bytes are left`)
  if (!isCsv) return
  yield* readSourceRows(reading, readCsvRows(csvReader, decode(undefined)))
  yield* readSourceRows(reading, readCsvRows(csvReader, undefined))
  if (headerLine !== undefined && reading.csvHeader === null)
    refuseImport('headerLine', 'must be the line of the header: the source has no such line')
}

/**
 * Returns whether a source is CSV, by its first item. @throws InputValidationError if the source consists of objects, and the
 * option `headerLine` is set.
 */
function requireKind({ options }: SourceReading, item: unknown): boolean {
  const isCsv = isTextChunk(item)
  if (!isCsv && options.headerLine !== undefined)
    refuseImport('headerLine', 'is for CSV only: objects have no header')
  return isCsv
}

function* readSourceRows(
  reading: SourceReading,
  csvRows: readonly CsvRow[],
): Generator<readonly SourceRow[]> {
  const rows: SourceRow[] = []
  for (const row of csvRows) {
    if (reading.csvHeader === null) {
      reading.csvHeader = requireHeader(reading, row)
      reading.delimiter = row.delimiter
      continue
    }
    const sourceRow = readCsvRow(reading, row, reading.csvHeader)
    rows.push(reading.keepsCells ? { ...sourceRow, cells: row.rawCells } : sourceRow)
  }
  if (rows.length > 0) yield rows
}

/** @throws InputValidationError if a header lacks a required field, or is on another line than the option says. */
function requireHeader(reading: SourceReading, { line, cells, problem }: CsvRow): Header {
  const { headerLine = line } = reading.options
  if (line !== headerLine)
    refuseImport('headerLine', `must be the line of the header: line ${headerLine} has no column names`)
  if (problem !== null) refuseImport('source', `cannot be read: its header ${problem}`)
  const header = createHeader(reading, cells)
  const { columns = {}, defaults = {} } = reading.options
  refuseIssues('importPortfolio', findMissing(header, columns, defaults, reading.terms))
  return header
}

function readCsvRow(
  reading: SourceReading,
  { line, cells, problem, mayBeFooter }: CsvRow,
  header: Header,
): SourceRow {
  if (problem !== null) return createRefusedRow(line, problem)
  const { length } = header.names
  if (mayBeFooter && length >= minColumnsOfFooter) return createRefusedRow(line, footerMessage)
  // A row may have fewer cells than the header, because spreadsheets omit blank cells at the end.
  if (cells.length <= length || cells.slice(length).every(cell => cell === ''))
    return readRowWithCells(reading, line, cells, header)
  const difference = `has ${cells.length} cells, but the header has ${length}`
  return createRefusedRow(line, `${difference}: a cell that contains the delimiter must be quoted`)
}

function readObject(reading: SourceReading, item: unknown): SourceRow {
  reading.objects += 1
  const line = reading.objects
  if (!isRecord(item)) return createRefusedRow(line, 'must be an object')
  const names = Object.keys(item)
  const shape = JSON.stringify(names)
  const header = reading.objectHeaders.get(shape) ?? createHeader(reading, names)
  if (reading.objectHeaders.size < maxRemembered) reading.objectHeaders.set(shape, header)
  const [field] = header.ambiguous
  if (field !== undefined)
    return createRefusedRow(line, `has several keys for ${field}: name the one that counts in columns`)
  const [divided] = header.divided
  if (divided !== undefined)
    return createRefusedRow(line, `${divided.field} in columns ${describeDivided(divided)}`)
  return readRowWithCells(reading, line, Object.values(item), header)
}

/** Reads a row. Summarizes the unused cells of a person, because persons who differ only in these may be different persons. */
function readRowWithCells(
  { options, terms, columnSlots }: SourceReading,
  line: number,
  values: readonly unknown[],
  header: Header,
): SourceRow {
  const sourceRow = readRow(line, values, header, options, terms)
  if (sourceRow.row === null || sourceRow.row.type === 'organization') return sourceRow
  const { omissions = [] } = sourceRow
  const columns = omissions.length > 0 ? addColumns(header, omissions) : header.unusedColumns
  if (columns.length === 0 && columnSlots.size === 0) return sourceRow
  return { ...sourceRow, unusedCells: summarizeCells(columnSlots, columns, values) }
}

/** Adds the columns of omitted fields to the columns that fill no field. */
function addColumns(
  { names, unusedColumns }: Header,
  omissions: readonly RowOmission[],
): readonly SourceColumn[] {
  const omitted = omissions.map(({ column }) => ({ index: names.indexOf(column), name: column }))
  return [...unusedColumns, ...omitted]
}

function createHeader(reading: SourceReading, names: readonly string[]): Header {
  const { options, unusedColumns } = reading
  const header = findColumns(names, options.columns ?? {})
  for (const name of header.unused) if (unusedColumns.size < maxRemembered) unusedColumns.add(name)
  const hasPersons = header.columnOf.type !== undefined || isPersonWord(options.defaults?.type)
  if (options.nameOrder === undefined) reading.mayNeedOrder ||= hasPersons && hasFullNamesOnly(header)
  return header
}

function createRefusedRow(line: number, reason: string): SourceRow {
  return { line, row: null, problems: [createInvalidRow(line, reason)] }
}
