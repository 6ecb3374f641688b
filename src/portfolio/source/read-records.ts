import { isRecord } from '../../shared/json.ts'
import { EncodingError, findLegacyEncoding } from '../../shared/text/strict-decoder.ts'
import { refuseIssues } from '../../transport/check-input.ts'
import { refuseImport } from '../import-input.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { OptionTerms } from '../option-terms.ts'
import { createInvalidRow, type SourceRow } from '../rows/read-row.ts'
import { isPersonWord } from '../rows/read-type.ts'
import { findColumns, type Header, hasFullNamesOnly } from './columns.ts'
import { createItemCopier } from './copy-source.ts'
import { type CsvRow, createCsvReader, readCsvRows } from './csv-reader.ts'
import {
  addToSample,
  assertLikely,
  createEncodingError,
  createEncodingSample,
  type EncodingSample,
  findNameColumns,
  markFailure,
} from './encoding-sample.ts'
import { describeDivided, findMissing } from './missing-columns.ts'
import { createDecoder, divideChunk, isTextChunk, type SourceItems } from './open-items.ts'

/** The form of a CSV source. */
export interface CsvFormat {
  readonly names: readonly string[]
  readonly delimiter: string
}

/** The state of reading a source. */
export interface SourceReading {
  readonly options: ReadingOptions
  readonly terms: OptionTerms
  readonly unusedColumns: Set<string>
  /** The header of the CSV; null until it is read. */
  csvHeader: Header | null
  /** The encoding of the bytes of CSV, as the option names it; null for text and for UTF-8 and UTF-16. */
  legacyEncoding: string | null
  /** Whether a column of CSV has names, by its index; true for all cells until the header is read. */
  isNameColumn: (index: number) => boolean
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

const repeatedHeaderMessage = 'repeats the header: remove the line'

/** The maximum number of objects that are read at once. */
const maxObjects = 64

/** The values of a row with their header, or a row that cannot be read. */
export type SourceRecord = UnreadRow | (SourceRow & { readonly row: null })

/** The values of a row that has not been read. */
export interface UnreadRow {
  readonly line: number
  readonly values: readonly unknown[]
  readonly header: Header
  /** The cells of a row of CSV, as they are in the source. */
  readonly rawCells?: readonly string[]
}

export function createSourceReading(options: ReadingOptions, terms: OptionTerms): SourceReading {
  return {
    options,
    terms,
    unusedColumns: new Set(),
    csvHeader: null,
    legacyEncoding: null,
    isNameColumn: () => true,
    delimiter: ',',
    objectHeaders: new Map(),
    mayNeedOrder: false,
    isCancelled: false,
    bytes: 0,
    objects: 0,
  }
}

/** Divides a source into rows. */
export async function* readRecords(
  reading: SourceReading,
  source: SourceItems,
): AsyncGenerator<readonly SourceRecord[]> {
  const copyItem = createItemCopier(reading.options.columns ?? {})
  const { encoding, headerLine } = reading.options
  const decode = createDecoder(encoding, reading.terms)
  const sample = createEncodingSample()
  const csvReader = createCsvReader(headerLine)
  const together = Symbol.asyncIterator in source.items ? 1 : maxObjects
  let isCsv: boolean | undefined
  let rows: SourceRecord[] = []
  for await (const item of source.items) {
    isCsv ??= requireKind(reading, item)
    for (const piece of isCsv ? divideChunk(item) : []) {
      if (reading.bytes === 0) reading.legacyEncoding = findLegacyEncoding(piece, encoding)
      reading.bytes += piece.length
      if (addToSample(sample, piece)) refuseEncoding(reading, sample)
      const text = sample.missing === null ? decodeOrMark(decode, piece, sample) : null
      if (text !== null) yield* readCsvRecords(reading, readCsvRows(csvReader, text))
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
  const lastText = sample.missing === null ? decodeOrMark(decode, undefined, sample) : null
  if (lastText === null) return refuseEncoding(reading, sample)
  yield* readCsvRecords(reading, readCsvRows(csvReader, lastText))
  yield* readCsvRecords(reading, readCsvRows(csvReader, undefined))
  if (headerLine !== undefined && reading.csvHeader === null)
    refuseImport('headerLine', 'must be the line of the header: the source has no such line')
}

/** Decodes a piece. Returns null if it is not in the encoding, and marks the failure in the sample. */
function decodeOrMark(
  decode: ReturnType<typeof createDecoder>,
  piece: string | Uint8Array | undefined,
  sample: EncodingSample,
): string | null {
  try {
    return decode(piece)
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    markFailure(sample, error)
    return null
  }
}

/** @throws EncodingError always */
function refuseEncoding({ options, terms, csvHeader }: SourceReading, sample: EncodingSample): never {
  throw createEncodingError(sample, csvHeader, options, terms)
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

function* readCsvRecords(
  reading: SourceReading,
  csvRows: readonly CsvRow[],
): Generator<readonly SourceRecord[]> {
  const rows: SourceRecord[] = []
  for (const row of csvRows) {
    if (reading.legacyEncoding !== null) assertLikely(reading, row, reading.legacyEncoding)
    if (reading.csvHeader === null) {
      reading.csvHeader = requireHeader(reading, row)
      reading.isNameColumn = findNameColumns(reading.csvHeader)
      reading.delimiter = row.delimiter
      continue
    }
    rows.push(readCsvRecord(row, reading.csvHeader))
  }
  if (rows.length > 0) yield rows
}

/** @throws InputValidationError if a header lacks a required field, or is on another line than the option says. */
function requireHeader(reading: SourceReading, { line, cells, problem }: CsvRow): Header {
  const { headerLine = line } = reading.options
  if (line !== headerLine)
    refuseImport('headerLine', `must be the line of the header: line ${headerLine} has no column names`)
  if (problem !== null) refuseImport('source', `cannot be read: its header ${problem}`)
  if (cells.every(cell => /^'.+'$/.test(cell)))
    refuseImport('source', 'cannot be read: its cells are in single quotes; export it with double quotes')
  const header = createHeader(reading, cells)
  const { columns = {}, defaults = {} } = reading.options
  refuseIssues('importPortfolio', findMissing(header, columns, defaults, reading.terms))
  return header
}

function readCsvRecord(row: CsvRow, header: Header): SourceRecord {
  const { line, cells, rawCells, problem, mayBeFooter } = row
  const refuse = (reason: string) => ({ ...createRefusedRow(line, reason), cells: rawCells })
  if (problem !== null) return refuse(problem)
  const { length } = header.names
  if (mayBeFooter && length >= minColumnsOfFooter) return refuse(footerMessage)
  // A file that was joined from several has their headers.
  if (isRepeatedHeader(cells, header))
    return { line, row: null, problems: [createInvalidRow(line, repeatedHeaderMessage)], cells: rawCells }
  // A row may have fewer cells than the header, because spreadsheets omit blank cells at the end.
  if (cells.length <= length || cells.slice(length).every(cell => cell === ''))
    return { line, values: cells, header, rawCells }
  const difference = `has ${cells.length} cells, but the header has ${length}`
  return refuse(`${difference}: a cell that contains the delimiter must be quoted`)
}

function isRepeatedHeader(cells: readonly string[], { names }: Header): boolean {
  return cells.length === names.length && cells.every((cell, index) => cell === names[index])
}

function readObject(reading: SourceReading, item: unknown): SourceRecord {
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
  return { line, values: Object.values(item), header }
}

function createHeader(reading: SourceReading, names: readonly string[]): Header {
  const { options, unusedColumns } = reading
  const header = findColumns(names, options.columns ?? {})
  for (const name of header.unused) if (unusedColumns.size < maxRemembered) unusedColumns.add(name)
  const hasPersons = header.columnOf.type !== undefined || isPersonWord(options.defaults?.type)
  if (options.nameOrder === undefined) reading.mayNeedOrder ||= hasPersons && hasFullNamesOnly(header)
  return header
}

function createRefusedRow(line: number, reason: string): SourceRow & { readonly row: null } {
  return { line, row: null, problems: [createInvalidRow(line, reason)], hasUncertainCells: true }
}
