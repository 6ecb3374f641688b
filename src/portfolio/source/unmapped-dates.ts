import type { Issue } from '../../contract/issues.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
import type { ReadingOptions } from '../import-options.ts'
import { mayBeBirthDate } from '../rows/read-date.ts'
import { isEmptyCell, readColumns } from '../rows/read-field.ts'
import { isPersonWord } from '../rows/read-type.ts'
import { readCell } from './csv-reader.ts'
import type { UnreadRow } from './read-records.ts'

/** The cells of persons in a column that fills no field. */
interface CellCount {
  filled: number
  dates: number
}

/** The unused columns of a CSV source without a column of birth dates, by name. */
export type UnusedColumnCounts = Map<string, CellCount>

/** Counts the cells of a person that may be a birth date. */
export function countDates(
  counts: UnusedColumnCounts,
  { values, header, rawCells }: UnreadRow,
  { columns = {}, defaults = {} }: ReadingOptions,
): void {
  if (rawCells === undefined || columns.birthDate !== undefined || header.columnOf.birthDate !== undefined)
    return
  const type = readColumns('type', values, header) ?? defaults.type
  if (typeof type !== 'string' || !isPersonWord(type)) return
  for (const { index, name } of header.unusedColumns) {
    const cell = readCell(rawCells[index] ?? '')
    // Zeros, as in 0000-00-00, are no date.
    if (isEmptyCell(cell) || !/[^0\W]/.test(cell)) continue
    const count = getOrInsert(counts, name, () => ({ filled: 0, dates: 0 }))
    count.filled += 1
    if (mayBeBirthDate(cell)) count.dates += 1
  }
}

/** Finds a column that may hold the birth dates that no column is mapped to: most of its cells are dates. */
export function findUnmappedDates(counts: UnusedColumnCounts): readonly Issue[] {
  for (const [name, { filled, dates }] of counts)
    if (2 * dates > filled) {
      const message = `needs a choice, because "${name.slice(0, 80)}" has dates of persons: name this column, or no column`
      return [{ path: ['columns', 'birthDate'], message }]
    }
  return []
}
