import { isRecord } from '../../shared/json.ts'
import { refuseIssues } from '../../transport/check-input.ts'
import { refuseImport } from '../import-input.ts'
import type { ImportOptions } from '../import-options.ts'
import { createInvalidRow, readRow, type SourceRow } from '../rows/read-row.ts'
import { findColumns, findMissing, type Header } from './columns.ts'
import { createItemCopier, unreadableRow } from './copy-source.ts'
import { type CsvRow, createCsvReader } from './csv-reader.ts'
import { createDecoder, divideChunk, isTextChunk, openItems, type PortfolioSource } from './open-items.ts'

export type RowReader = Awaited<ReturnType<typeof openRows>>

/** The maximum number of stored object shapes and of stored unused columns: a hostile source may have any number. */
const maxRemembered = 1000

/** The maximum number of objects that are read at once. */
const maxObjects = 64

export async function openRows(
  portfolio: PortfolioSource | readonly unknown[],
  { columns = {}, defaults = {} }: Pick<ImportOptions, 'columns' | 'defaults'>,
) {
  const source = await openItems(portfolio)
  const copyItem = createItemCopier(columns)
  const unused = new Set<string>()
  const shapes = new Map<string, Header>()
  const parse = createCsvReader()
  let header: Header | undefined
  let [bytes, objects] = [0, 0]
  return {
    /** The rows in arrays that are not empty, so that there is no promise for each row. */
    rows: read(),
    /** Returns the columns that fill no field; the list is complete once all rows are read. */
    unusedColumns: () => [...unused],
    /** Returns the bytes that were read so far, and their total; null if the length of the source is unknown. */
    progress: () => (source.bytes === null ? null : { bytes, of: source.bytes }),
    /** Ends a source that may be waiting for data. */
    cancel: () => source.cancel?.(),
  }

  async function* read(): AsyncGenerator<readonly SourceRow[]> {
    const decode = createDecoder()
    const together = Symbol.asyncIterator in source.items ? 1 : maxObjects
    let isCsv: boolean | undefined
    let rows: SourceRow[] = []
    for await (const item of source.items) {
      isCsv ??= isTextChunk(item)
      for (const piece of isCsv ? divideChunk(item) : []) {
        bytes += piece.length
        yield* readText(decode(piece))
      }
      if (isCsv || rows.push(readObject(copyItem(item))) < together) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
    // The last row may be incomplete, and later rows are missing.
    if (source.bytes !== null && bytes < source.bytes)
      throw new Error(`it became shorter while it was read: ${bytes} of ${source.bytes} bytes are left`)
    if (!isCsv) return
    yield* readText(decode(undefined))
    yield* readText(undefined)
  }

  function* readText(text: string | undefined): Generator<readonly SourceRow[]> {
    const rows: SourceRow[] = []
    for (const row of parse(text)) {
      if (header === undefined) header = requireHeader(row)
      else rows.push(readCsvRow(row, header))
    }
    if (rows.length > 0) yield rows
  }

  /** @throws InputValidationError if a header lacks a required field. */
  function requireHeader({ cells, problem }: CsvRow): Header {
    if (problem !== null) refuseImport('source', `cannot be read: its header ${problem}`)
    const csvHeader = headerOf(cells)
    refuseIssues('importPortfolio', findMissing(csvHeader, columns, defaults))
    return csvHeader
  }

  function readCsvRow({ line, cells, problem }: CsvRow, header: Header): SourceRow {
    if (problem !== null) return refusedRow(line, problem)
    const { length } = header.names
    // A row may have fewer cells than the header, because spreadsheets omit blank cells at the end.
    if (cells.length > length && cells.slice(length).some(cell => cell !== ''))
      return refusedRow(
        line,
        `has ${cells.length} cells, but the header has ${length}: a cell that contains the delimiter must be quoted`,
      )
    return readRow(line, cells, header, defaults)
  }

  function readObject(item: unknown): SourceRow {
    objects += 1
    if (item === unreadableRow) return refusedRow(objects, 'cannot be read: one of its fields throws')
    if (!isRecord(item)) return refusedRow(objects, 'must be an object')
    const names = Object.keys(item)
    const shape = JSON.stringify(names)
    const header = shapes.get(shape) ?? headerOf(names)
    if (shapes.size < maxRemembered) shapes.set(shape, header)
    const [field] = header.ambiguous
    if (field !== undefined)
      return refusedRow(objects, `has several keys for ${field}: name the one that counts in columns`)
    return readRow(objects, Object.values(item), header, defaults)
  }

  function headerOf(names: readonly string[]): Header {
    const header = findColumns(names, columns)
    for (const name of header.unused) if (unused.size < maxRemembered) unused.add(name)
    return header
  }
}

function refusedRow(line: number, reason: string): SourceRow {
  return { line, row: null, problems: [createInvalidRow(line, reason)] }
}
