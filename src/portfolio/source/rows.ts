import { findCountryCode } from '../../contract/country-lookup.ts'
import type { Issue } from '../../contract/issues.ts'
import { isRecord } from '../../contract/json.ts'
import type { BulkRow } from '../../model/bulk.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import type { ImportField, ImportOptions } from '../options.ts'
import type { BlankText } from '../report.ts'
import { givenFields, readRow } from '../rows/fields.ts'
import { type Columns, findColumns } from './columns.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { decodeText, type OpenSource } from './source.ts'

/** What is wrong with one row, and in which column. */
export interface RowIssue {
  readonly column: string | null
  readonly reason: string
}

/** A row of the source: what is to be created, or what is wrong with it. */
export type SourceRow =
  | {
      readonly line: number
      /** Its countries are 2-letter codes. */
      readonly row: BulkRow
      /** Its countries as they were given, where they were no such codes. */
      readonly spelled?: SpelledCountries
    }
  | { readonly line: number; readonly row: null; readonly issues: readonly [RowIssue, ...RowIssue[]] }

/** Countries of a row, as its source spells them. */
export type SpelledCountries = Partial<Readonly<Record<'countryCode' | 'nationality', string>>>

/** Reads a source. */
export interface RowReader {
  /** Rows in arrays of at most some thousand, none of them empty, so that no promise is made for each row. */
  readonly rows: AsyncIterable<readonly SourceRow[]>
  /** Columns that nothing is made of; known once the rows are read. */
  unusedColumns(): readonly string[]
  /** Texts that were taken for no value, so far. */
  blanks(): readonly BlankText[]
  /** Bytes of text read so far, and in all; null where the source does not say how many there are. */
  progress(): { readonly bytes: number; readonly of: number } | null
  /** Ends a source that may be silent. */
  cancel(): void
}

/** The names of the columns, and which of them fills which field. */
interface Header extends Columns {
  readonly names: readonly string[]
}

/** Objects that are at hand are read so many at a time: not far ahead of what becomes of them. */
const mostTogether = 64

/** Shapes of objects, and names of columns, that are remembered: a hostile source has no end of them. */
const mostRemembered = 1000

export function createRowReader(source: OpenSource, options: ImportOptions): RowReader {
  const { columns = {}, defaults = {} } = options
  const unused = new Set<string>()
  const blanks = new Map<string, BlankText>()
  let bytes = 0
  return {
    rows: read(),
    unusedColumns: () => [...unused],
    blanks: () => [...blanks.values()],
    progress: () => (source.bytes === null ? null : { bytes, of: source.bytes }),
    cancel: source.cancel,
  }

  async function* read(): AsyncGenerator<readonly SourceRow[]> {
    const { items } = source
    if (Symbol.iterator in items) {
      const iterator = items[Symbol.iterator]()
      const first = iterator.next()
      if (first.done) return
      const all = startingWith(first.value, iterator)
      yield* isText(first.value) ? readText(all) : inArrays(all, createObjectReader())
    } else {
      const iterator = items[Symbol.asyncIterator]()
      const first = await iterator.next()
      if (first.done) return
      const all = startingWithAsync(first.value, iterator)
      // Objects that come one by one do not wait for others, which may be long in coming.
      yield* isText(first.value) ? readText(all) : oneByOne(all, createObjectReader())
    }
  }

  async function* counted(items: OpenSource['items']): AsyncGenerator<unknown> {
    for await (const item of items) {
      if (isText(item)) bytes += item.length
      yield item
    }
  }

  async function* readText(chunks: OpenSource['items']): AsyncGenerator<readonly SourceRow[]> {
    let header: Header | undefined
    for await (const csvRows of readCsv(decodeText(counted(chunks)))) {
      const rows: SourceRow[] = []
      for (const csvRow of csvRows) {
        if (header !== undefined) rows.push(readCells(csvRow, header))
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

  function readCells({ line, cells, problem }: CsvRow, header: Header): SourceRow {
    if (problem !== null) return refusedRow(line, problem)
    // Fewer cells are no mistake: spreadsheets leave out the blank ones at the end.
    if (cells.length > header.names.length && cells.slice(header.names.length).some(cell => cell !== ''))
      return refusedRow(
        line,
        `has ${cells.length} cells, but the header has ${header.names.length}: a cell that contains the delimiter must be quoted`,
      )
    return toRow(line, header, cells)
  }

  function createObjectReader(): (item: unknown) => SourceRow {
    const known = new Map<string, Header>()
    let line = 0
    return item => {
      line += 1
      if (!isRecord(item)) return refusedRow(line, 'must be an object')
      const names = Object.keys(item)
      const shape = JSON.stringify(names)
      const header = known.get(shape) ?? headerOf(names)
      if (known.size < mostRemembered) known.set(shape, header)
      const [field] = header.ambiguous
      if (field !== undefined) return refusedRow(line, `has several keys for ${field}`)
      return toRow(line, header, Object.values(item))
    }
  }

  function headerOf(names: readonly string[]): Header {
    const found = findColumns(names, columns)
    for (const name of found.unused) if (unused.size < mostRemembered) unused.add(name)
    return { ...found, names }
  }

  function toRow(line: number, { of, names }: Header, values: readonly unknown[]): SourceRow {
    const { row, issues } = readRow(
      givenFields(
        field => values[of[field] ?? -1],
        (field, text) => countBlank(names[of[field] ?? -1] ?? field, text),
      ),
      defaults,
      of,
    )
    if (row !== null) return { line, ...withCodes(row) }
    const [first, ...others] = issues.map(({ field, message }): RowIssue => {
      const column = field === null ? undefined : names[of[field] ?? -1]
      const what = column === undefined && field !== null ? `${field} ` : ''
      return { column: column ?? null, reason: what + message }
    })
    return first === undefined
      ? refusedRow(line, 'cannot be read')
      : { line, row: null, issues: [first, ...others] }
  }

  function countBlank(column: string, text: string): void {
    const key = JSON.stringify([column, text])
    const known = blanks.get(key)
    if (known !== undefined || blanks.size < mostRemembered)
      blanks.set(key, { column, text, rows: (known?.rows ?? 0) + 1 })
  }
}

function isText(item: unknown): item is string | Uint8Array {
  return typeof item === 'string' || item instanceof Uint8Array
}

function* startingWith(first: unknown, rest: Iterator<unknown>): Generator<unknown> {
  yield first
  yield* { [Symbol.iterator]: () => rest }
}

async function* startingWithAsync(first: unknown, rest: AsyncIterator<unknown>): AsyncGenerator<unknown> {
  yield first
  yield* { [Symbol.asyncIterator]: () => rest }
}

async function* inArrays(
  items: Iterable<unknown>,
  read: (item: unknown) => SourceRow,
): AsyncGenerator<readonly SourceRow[]> {
  let rows: SourceRow[] = []
  try {
    for (const item of items) {
      rows.push(read(item))
      if (rows.length < mostTogether) continue
      yield rows
      rows = []
    }
  } catch (error) {
    // What came before is read all the same.
    if (rows.length > 0) yield rows
    throw error
  }
  if (rows.length > 0) yield rows
}

async function* oneByOne(
  items: AsyncIterable<unknown>,
  read: (item: unknown) => SourceRow,
): AsyncGenerator<readonly SourceRow[]> {
  for await (const item of items) yield [read(item)]
}

/** The service takes codes alone, and the list shows them. */
function withCodes(row: BulkRow): { row: BulkRow; spelled?: SpelledCountries } {
  const countryCode = findCountryCode(row.countryCode) ?? row.countryCode
  const given = row.type === 'person' ? row.nationality : undefined
  const nationality = given === undefined ? undefined : findCountryCode(given)
  if (countryCode === row.countryCode && nationality === given) return { row }
  const spelled = { countryCode: row.countryCode, ...(given === undefined ? {} : { nationality: given }) }
  return {
    row: { ...row, countryCode, ...(nationality === undefined ? {} : { nationality }) },
    spelled,
  }
}

function refusedRow(line: number, reason: string): SourceRow {
  return { line, row: null, issues: [{ column: null, reason }] }
}

/** Where a header lacks what every row needs, the file is not read at all. */
function requireColumns({ names, of, missing, ambiguous }: Header, { defaults }: ImportOptions): void {
  // Where nothing of it is known, it may be a row: of persons, whom no message shows.
  const isHeader = Object.keys(of).length + ambiguous.length > 0
  const shown = names.slice(0, 50).map(name => JSON.stringify(name.slice(0, 80)))
  const there = isHeader ? `the header has ${shown.join(', ')}` : 'the first line has no column that is known'
  const issues = [
    ...missing.map(field => columnIssue(field, 'names a column that is not there')),
    ...ambiguous.map(field => columnIssue(field, 'must name one column, but there are several of that name')),
    ...requiredFields.flatMap(({ field, filledBy, allowed }) => {
      const isFilled = filledBy.some(fields => fields.every(isThere))
      const isNamed = filledBy.flat().some(name => missing.includes(name) || ambiguous.includes(name))
      return isFilled || isNamed ? [] : [columnIssue(field, allowed)]
    }),
  ]
  const last = issues.pop()
  // The columns that there are, once: after the last of what is wrong.
  if (last !== undefined) refuseAll([...issues, { ...last, message: `${last.message}; ${there}` }])

  function isThere(field: ImportField): boolean {
    const hasDefault = (field === 'type' || field === 'countryCode') && defaults?.[field] !== undefined
    return hasDefault || of[field] !== undefined
  }
}

/** What every row needs, and the fields that make it up (specification: POST /v1/entities/bulk, row fields). */
const requiredFields: readonly {
  readonly field: ImportField
  readonly filledBy: readonly (readonly ImportField[])[]
  readonly allowed: string
}[] = [
  {
    field: 'name',
    filledBy: [['name'], ['firstName', 'lastName']],
    allowed: 'must say which column holds the names (or columns.firstName and columns.lastName, for persons)',
  },
  {
    field: 'type',
    filledBy: [['type']],
    allowed: 'must say which column holds the type, unless defaults.type says it for all rows',
  },
  {
    field: 'countryCode',
    filledBy: [['countryCode']],
    allowed: 'must say which column holds the country, unless defaults.countryCode says it for all rows',
  },
]

function columnIssue(field: ImportField, message: string): Issue {
  return { path: ['columns', field], message }
}

export function refuse(field: string, message: string): never {
  return refuseAll([{ path: field.split('.'), message }])
}

function refuseAll(issues: readonly Issue[]): never {
  throw new InputValidationError('importPortfolio', issues)
}
