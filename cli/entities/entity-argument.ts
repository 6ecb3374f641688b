import { isOutdated } from '../../src/portfolio/extracts/customer-rows.ts'
import { createNameLister } from '../../src/portfolio/extracts/list-row-names.ts'
import { splitIds } from '../../src/portfolio/extracts/number-column.ts'
import type { CsvRow } from '../../src/portfolio/source/csv-reader.ts'
import { isSameName } from '../../src/shared/names/fold-name.ts'
import type { CommandCall } from '../definition/command.ts'
import type { FlagTable } from '../definition/flags.ts'
import { UsageError } from '../failure.ts'
import { findColumn, findDoubtColumns, idColumn, isRowInDoubt, readReferenceRows } from './reference.ts'
import { withoutZeros } from './without-zeros.ts'

/** Flags that name an entity by the number of a customer. */
export const numberFlags = {
  reference: {
    value: 'FILE',
    description:
      'with --number: a CSV file with your columns beside entity_ids, such as that of import --results or the customers of compare',
  },
  number: { value: 'N', description: 'the number of a customer in --reference, in place of ID|NAME' },
  'number-column': { value: 'HEADER', description: 'the column of --number in --reference' },
} as const satisfies FlagTable

/** How the command line names an entity. */
export type EntityArgument =
  | { readonly kind: 'id_or_name'; readonly text: string }
  /** A customer number, whose ID is in the `--reference` file. */
  | ({ readonly kind: 'number'; readonly number: string } & NumberedEntity)

/** An entity that a `--reference` file names. */
export interface NumberedEntity {
  readonly id: string
  readonly file: string
  /** The IDs of all rows of the file. */
  readonly fileIds: ReadonlySet<string>
  /** The rows with the number. */
  readonly rows: readonly RowOfNumber[]
}

/** A row of a `--reference` file. */
interface RowOfNumber {
  readonly line: number
  /** Whether the row may show other data than that from which its entity was created. */
  readonly isOutdated: boolean
  /** The names that its cells can give the entity; none if the columns of the names are unknown. */
  readonly names: ReadonlySet<string>
}

export type EntityCall = CommandCall<keyof typeof numberFlags>

/**
 * Reads the entity from the arguments, or from `--number`. A number is never tried as an ID or a name.
 *
 * @param positionals the arguments that may name the entity.
 * @param hasReferenceColumns whether `--reference` also has columns to show; otherwise, it is for a number alone.
 * @throws UsageError if none or several are named, or if the file does not have one certain ID for the number.
 */
export async function readEntityArgument(
  { command, flags }: EntityCall,
  positionals: readonly string[],
  hasReferenceColumns = false,
): Promise<EntityArgument> {
  const [text, ...others] = positionals
  const number = flags.text('number')?.trim()
  const isNamedOnce = number === undefined ? Boolean(text) && others.length === 0 : text === undefined
  if (!isNamedOnce) throw new UsageError(`${command} expects one ID or name, or --number`)
  const [file, column] = [flags.text('reference'), flags.text('number-column')]
  if (number !== undefined) {
    if (file === undefined || column === undefined)
      throw new UsageError("--number needs --reference FILE and --number-column, such as 'Customer no'")
    return { kind: 'number', number, ...(await findEntityOfNumber(file, column, number)) }
  }
  if (column !== undefined) throw new UsageError('--number-column needs --number')
  if (file !== undefined && !hasReferenceColumns)
    throw new UsageError(
      '--reference needs --number and --number-column: an ID or name is not looked up in a file',
    )
  return { kind: 'id_or_name', text: text ?? '' }
}

/** Finds the only ID of the rows with a number. */
async function findEntityOfNumber(file: string, column: string, number: string): Promise<NumberedEntity> {
  const fileIds = new Set<string>()
  const ids = new Set<string>()
  const rows: RowOfNumber[] = []
  let similar: string | undefined
  let columns: ReturnType<typeof findColumns> | undefined
  for await (const row of readReferenceRows(file)) {
    if (columns === undefined) {
      columns = findColumns(row)
      continue
    }
    const { cells, line } = row
    const rowIds = splitIds(cells[columns.ids])
    for (const id of rowIds) fileIds.add(id)
    const rowNumber = cells[columns.number] ?? ''
    if (withoutZeros(rowNumber) === withoutZeros(number)) similar = rowNumber
    if (rowNumber !== number) continue
    rows.push({
      line,
      isOutdated: isOutdated(cells[columns.outcome] ?? ''),
      names: columns.listNames(cells),
    })
    if (isRowInDoubt(cells, columns))
      throw new UsageError(
        `${file}: line ${line} (${number}) may have the entity of another row, because it is in doubt: give the ID`,
      )
    for (const id of rowIds) ids.add(id)
  }
  const [id, ...others] = ids
  if (rows.length === 0)
    throw new UsageError(
      `${file} has no row with ${column} ${number}${similar === undefined ? '' : ` (did you mean ${similar}?)`}`,
    )
  const lines = rows.map(({ line }) => line).join(' and ')
  const place = `${file}: ${number} is on ${rows.length === 1 ? 'line' : 'lines'} ${lines}`
  if (id === undefined) throw new UsageError(`${place}, without an ID`)
  if (others.length > 0)
    throw new UsageError(`${place}, with the IDs ${[id, ...others].join(', ')}: give one of them`)
  return { id, file, fileIds, rows }

  function findColumns({ cells }: CsvRow) {
    return {
      number: findColumn(cells, column),
      ids: findColumn(cells, idColumn),
      listNames: createNameLister(cells),
      ...findDoubtColumns(cells),
    }
  }
}

/** Describes why the entity of a number may not be what its rows say. @param name the entity's name; null if it is unknown. */
export function describeRowDoubts(
  { number, file, rows }: Extract<EntityArgument, { readonly kind: 'number' }>,
  name: string | null,
): readonly string[] {
  return rows.flatMap(({ line, isOutdated, names }) => {
    const place = `${file}: line ${line} (${number})`
    const [rowName] = names
    const hasOtherName =
      name !== null && rowName !== undefined && ![...names].some(other => isSameName(other, name))
    return [
      ...(isOutdated
        ? [
            `${place} may have changed since this entity was created: import what compare writes, compare again, and give its customers.`,
          ]
        : []),
      ...(hasOtherName
        ? [`${place} has the name "${rowName}", and this entity is screened as "${name}".`]
        : []),
    ]
  })
}
