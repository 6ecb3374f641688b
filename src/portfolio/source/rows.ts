import type { BulkRow } from '../../model/bulk.ts'
import { isRecord } from '../../shared/json.ts'
import { refuse } from '../input.ts'
import type { ImportOptions } from '../options.ts'
import type { RowProblem } from '../report.ts'
import { givenFields } from '../rows/fields.ts'
import { readRow } from '../rows/read-row.ts'
import { findColumns, type Header, requireColumns } from './columns.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { decodeText, inArrays, isText, type OpenSource } from './source.ts'

/** A row of the source: what is to be created, or what is wrong with it. */
export type SourceRow = { readonly line: number } & (
  | { readonly row: BulkRow }
  | { readonly row: null; readonly problems: readonly [RowProblem, ...RowProblem[]] }
)

/** Reads a source. */
export type RowReader = ReturnType<typeof createRowReader>

/** Shapes of objects, and names of columns, that are remembered: a hostile source has no end of them. */
const mostRemembered = 1000

export function createRowReader(source: OpenSource, options: Pick<ImportOptions, 'columns' | 'defaults'>) {
  const { columns = {}, defaults = {} } = options
  const unused = new Set<string>()
  const shapes = new Map<string, Header>()
  let bytes = 0
  let objects = 0
  return {
    /** Rows in arrays of at most some thousand, none of them empty, so that no promise is made for each row. */
    rows: read(),
    /** Columns that nothing is made of; known once the rows are read. */
    unusedColumns: () => [...unused],
    /** Bytes of text read so far, and in all; null where the source does not say how many there are. */
    progress: () => (source.bytes === null ? null : { bytes, of: source.bytes }),
    /** Ends a source that may be silent. */
    cancel: source.cancel,
  }

  async function* read(): AsyncGenerator<readonly SourceRow[]> {
    const arrays = inArrays(source.items)
    const { done, value: first } = await arrays.next()
    if (done) return
    if (isText(first[0])) yield* readText(joined(first, arrays))
    else {
      yield first.map(readObject)
      for await (const items of arrays) yield items.map(readObject)
    }
  }

  async function* readText(chunks: OpenSource['items']): AsyncGenerator<readonly SourceRow[]> {
    let header: Header | undefined
    for await (const csvRows of readCsv(decodeText(chunks, length => (bytes += length)))) {
      const rows: SourceRow[] = []
      for (const csvRow of csvRows) {
        if (header !== undefined) rows.push(readCsvRow(csvRow, header))
        else {
          const { cells, problem } = csvRow
          if (problem !== null) refuse('source', `cannot be read: its header ${problem}`)
          header = headerOf(cells)
          requireColumns(header, options)
        }
      }
      if (rows.length > 0) yield rows
    }
  }

  function readCsvRow({ line, cells, problem }: CsvRow, header: Header): SourceRow {
    if (problem !== null) return refusedRow(line, problem)
    const { length } = header.names
    // Fewer cells are no mistake: spreadsheets leave out the blank ones at the end.
    if (cells.length > length && cells.slice(length).some(cell => cell !== ''))
      return refusedRow(
        line,
        `has ${cells.length} cells, but the header has ${length}: a cell that contains the delimiter must be quoted`,
      )
    return toRow(line, header, cells)
  }

  function readObject(item: unknown): SourceRow {
    objects += 1
    if (!isRecord(item)) return refusedRow(objects, 'must be an object')
    const names = Object.keys(item)
    const shape = JSON.stringify(names)
    const header = shapes.get(shape) ?? headerOf(names)
    if (shapes.size < mostRemembered) shapes.set(shape, header)
    const [field] = header.ambiguous
    if (field !== undefined)
      return refusedRow(objects, `has several keys for ${field}: name the one that counts in columns`)
    return toRow(objects, header, Object.values(item))
  }

  function headerOf(names: readonly string[]): Header {
    const found = findColumns(names, columns)
    for (const name of found.unused) if (unused.size < mostRemembered) unused.add(name)
    return found
  }

  function toRow(line: number, { names, of }: Header, values: readonly unknown[]): SourceRow {
    const read = readRow(givenFields(values, of), defaults, of)
    if (!(read instanceof Map)) return { line, row: read }
    const problems = Array.from(read, ([field, message]): RowProblem => {
      const column = (field && names[of[field] ?? -1]) ?? null
      const reason = field !== null && column === null ? `${field} ${message}` : message
      return { kind: 'invalid', line, column, reason, sameAs: null }
    })
    const [first, ...others] = problems
    return first ? { line, row: null, problems: [first, ...others] } : refusedRow(line, 'cannot be read')
  }
}

async function* joined(first: readonly unknown[], others: AsyncIterable<readonly unknown[]>) {
  yield* first
  for await (const items of others) yield* items
}

function refusedRow(line: number, reason: string): SourceRow {
  return { line, row: null, problems: [{ kind: 'invalid', line, column: null, reason, sameAs: null }] }
}
