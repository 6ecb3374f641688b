import { isInDoubt } from '../../src/portfolio/extracts/customer-rows.ts'
import { describeMissingColumn, splitIds } from '../../src/portfolio/extracts/number-column.ts'
import type { CsvRow } from '../../src/portfolio/source/csv-reader.ts'
import { getOrInsert } from '../../src/shared/get-or-insert.ts'
import { EncodingError } from '../../src/shared/text/strict-decoder.ts'
import type { Flags } from '../definition/flags.ts'
import { createUnreadableError, FileError, UsageError } from '../failure.ts'
import { assertReadable } from '../files.ts'
import { type CsvStyle, findCsvStyle, plainStyle } from '../output/csv-style.ts'
import type { TableColumn } from '../output/table.ts'
import { readCsvFile } from '../read-csv-file.ts'

export const referenceFlags = {
  reference: {
    value: 'FILE',
    description:
      "a CSV file with your columns beside the column entity_ids, which holds each row's IDs, separated by spaces",
  },
  column: {
    value: 'HEADER',
    repeatable: true,
    description: 'a column of the --reference file to show with each entity, such as customer_no; repeatable',
  },
}

/** The column with the entity ID of each row. If a row has several IDs, one of them is the ID of its entity. */
export const idColumn = 'entity_ids'

/** The values of the chosen columns for an entity. */
interface ReferenceValues {
  /** Whether every row with the entity's ID has only this ID, and is not in doubt. */
  readonly isCertain: boolean
  /** The distinct values of each chosen column. */
  readonly values: Readonly<Record<string, readonly string[]>>
}

/** The chosen columns of a `--reference` file by entity. */
export interface Reference {
  readonly file: string
  readonly columns: readonly string[]
  readonly style: CsvStyle
  /** The IDs of all rows. */
  readonly ids: ReadonlySet<string>
  readonly rowCount: number
  /** Number of rows without an ID. */
  readonly rowsWithoutId: number
  /** Returns null if no row has the entity's ID. */
  find(id: string): ReferenceValues | null
}

interface ReferenceRow {
  readonly isCertain: boolean
  readonly cells: readonly string[]
}

/**
 * Reads the file that `--reference` names. Returns null if the flag is not set.
 *
 * @throws UsageError if a column is missing, FileError if the file cannot be read.
 */
export async function readReference(flags: Flags<keyof typeof referenceFlags>): Promise<Reference | null> {
  const [file, columns] = [flags.text('reference'), flags.texts('column')]
  if (file === undefined && columns.length > 0) throw new UsageError('--column needs --reference FILE')
  if (file === undefined) return null
  if (columns.length === 0)
    throw new UsageError('--reference needs --column with a column of the file, such as --column customer_no')
  const rowsById = new Map<string, ReferenceRow[]>()
  let [rowCount, rowsWithoutId] = [0, 0]
  let style = plainStyle
  let indexes: ({ readonly ids: number; readonly columns: readonly number[] } & DoubtColumns) | undefined
  for await (const { cells, delimiter } of readReferenceRows(file)) {
    if (indexes === undefined) {
      const [ids = 0, ...others] = [idColumn, ...columns].map(name => findColumn(cells, name))
      indexes = { ids, columns: others, ...findDoubtColumns(cells) }
      style = await findCsvStyle(file, delimiter, undefined)
      continue
    }
    const ids = splitIds(cells[indexes.ids])
    rowCount += 1
    if (ids.length === 0) rowsWithoutId += 1
    const isCertain = ids.length === 1 && !isRowInDoubt(cells, indexes)
    const row = { isCertain, cells: indexes.columns.map(index => cells[index] ?? '') }
    for (const id of ids) getOrInsert(rowsById, id, () => []).push(row)
  }
  return {
    file,
    columns,
    style,
    ids: new Set(rowsById.keys()),
    rowCount,
    rowsWithoutId,
    find(id) {
      const rows = rowsById.get(id)
      if (rows === undefined) return null
      const listValues = (position: number) => [...new Set(rows.flatMap(row => row.cells[position] || []))]
      const values = Object.fromEntries(columns.map((name, position) => [name, listValues(position)]))
      return { isCertain: rows.every(row => row.isCertain), values }
    },
  }
}

/** The columns that tell whether a row is in doubt; -1 for those that the file lacks. */
export interface DoubtColumns {
  readonly outcome: number
  readonly decision: number
}

export function findDoubtColumns(header: readonly string[]): DoubtColumns {
  return { outcome: header.indexOf('outcome'), decision: header.indexOf('decision') }
}

/** Whether a row may have the entity of another row. A file of rows in doubt has decisions, and no outcomes. */
export function isRowInDoubt(cells: readonly string[], { outcome, decision }: DoubtColumns): boolean {
  const mayBeInDoubt = isInDoubt(cells[outcome] ?? '') || (outcome === -1 && decision !== -1)
  return mayBeInDoubt && cells[decision] !== 'same'
}

/** Reads the rows of a `--reference` file, with its header. @throws FileError if the file cannot be read. */
export async function* readReferenceRows(file: string): AsyncGenerator<CsvRow> {
  const { size } = await assertReadable(file)
  if (size === 0)
    throw new FileError(
      `${file} is empty: does > write to it? A reference has a header with the column ${idColumn}`,
    )
  try {
    yield* readCsvFile(file)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw error instanceof EncodingError
      ? new FileError(`${file} is not UTF-8: save it as CSV UTF-8`, { cause: error })
      : createUnreadableError(file, error)
  }
}

/** @throws UsageError if a `--reference` file lacks a column. */
export function findColumn(header: readonly string[], name: string): number {
  const index = header.indexOf(name)
  if (index !== -1) return index
  throw new UsageError(`the --reference file ${describeMissingColumn(name, header)}`)
}

/** Formats the values of a column. `one of` or `possibly` before the values means that they may belong to another entity. */
function formatValues({ isCertain, values }: ReferenceValues, column: string): string {
  const texts = values[column] ?? []
  const doubt = isCertain || texts.length === 0 ? '' : texts.length > 1 ? 'one of ' : 'possibly '
  return doubt + texts.join(', ')
}

/** Creates table columns that show the chosen columns of the `--reference` file. */
export function createReferenceColumns<Row>(
  reference: Reference | null,
  idOf: (row: Row) => string,
): TableColumn<Row>[] {
  return (reference?.columns ?? []).map(name => ({
    heading: name,
    cell: row => {
      const values = reference?.find(idOf(row)) ?? null
      return values && formatValues(values, name)
    },
  }))
}

/** Formats the chosen columns of an entity as the end of a line, such as ` (customer_no: 1001)`. */
export function formatReference(reference: Reference | null, id: string): string {
  const values = reference?.find(id) ?? null
  if (reference === null || values === null) return ''
  return ` (${reference.columns.map(name => `${name}: ${formatValues(values, name) || '-'}`).join(', ')})`
}
