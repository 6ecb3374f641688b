import type { Issue } from '../../contract/issues.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { OptionTerms } from '../option-terms.ts'
import { isZeroDate, mayBeBirthDate } from '../rows/read-date.ts'
import { isEmptyCell, readColumns } from '../rows/read-field.ts'
import { isTypeWord, readType } from '../rows/read-type.ts'
import { mayBeRegistration } from '../rows/spreadsheet-damage.ts'
import type { ImportField } from './columns.ts'
import { readCell } from './csv-reader.ts'
import type { UnreadRow } from './read-records.ts'

/** The cells of a column that fills no field, without those that are empty. */
interface CellCount {
  persons: number
  /** The persons' cells that may be birth dates. */
  birthDates: number
  /** The organizations, of which the first ones are counted. */
  organizations: number
  /** The organizations' cells that may be registration numbers, and the distinct ones among them. */
  registrations: number
  readonly distinct: Set<string>
  typeWords: number
  /** The first cell. */
  readonly sample: string
}

/** The unread columns of a CSV source, by name. */
export type UnreadColumnCounts = Map<string, CellCount>

/** The maximum number of organizations whose cells are counted, because distinct cells take memory. */
const maxOrganizations = 1000

/** The part of a column's numbers that are distinct if they are registration numbers. A group of companies may share one. */
const minDistinct = 0.9

/** The maximum number of columns in a message, and of characters of each name or cell. */
const [maxColumns, maxLength] = [5, 80]

/** Counts the cells of a row that no field uses. */
export function countUnreadCells(
  counts: UnreadColumnCounts,
  { values, header, rawCells }: UnreadRow,
  { defaults = {} }: ReadingOptions,
): void {
  if (rawCells === undefined) return
  const type = readType(readColumns('type', values, header) ?? defaults.type)
  if (type !== 'person' && type !== 'organization') return
  for (const { index, name } of header.unusedColumns) {
    const cell = readCell(rawCells[index] ?? '')
    if (isEmptyCell(cell) || isZeroDate(cell)) continue
    const newCount = { persons: 0, birthDates: 0, organizations: 0, registrations: 0, typeWords: 0 }
    const count = getOrInsert(counts, name, () => ({
      ...newCount,
      distinct: new Set<string>(),
      sample: cell,
    }))
    if (type === 'person') {
      count.persons += 1
      if (mayBeBirthDate(cell)) count.birthDates += 1
    } else if (count.organizations < maxOrganizations) {
      count.organizations += 1
      if (mayBeRegistration(cell)) {
        count.registrations += 1
        count.distinct.add(foldRegistration(cell))
      }
    }
    if (isTypeWord(cell)) count.typeWords += 1
  }
}

/** A field that no entity can get later, and how to find the columns that may fill it. */
interface LateField {
  readonly field: ImportField
  /** The cells of its column, as a message calls them. */
  readonly content: string
  mayFill(count: CellCount): boolean
}

const lateFields: readonly LateField[] = [
  {
    field: 'type',
    content: 'words for types',
    mayFill: ({ typeWords, persons, organizations }) => 2 * typeWords > persons + organizations,
  },
  {
    field: 'birthDate',
    content: 'dates of persons',
    mayFill: ({ birthDates, persons }) => 2 * birthDates > persons,
  },
  {
    field: 'registration',
    content: 'numbers of organizations alone',
    // A column of customer numbers has those of persons, too, whose rows would be refused for a registration number.
    mayFill: ({ persons, organizations, registrations, distinct }) =>
      persons === 0 && 2 * registrations > organizations && distinct.size >= minDistinct * registrations,
  },
]

/**
 * Finds the columns that may hold what an entity cannot get later, if no column is read for it: most of their cells have the
 * form of the field. The caller must name one of them, or say that there is none.
 *
 * @param readFields the fields that have a column, or of which the caller has said that there is none.
 */
export function findUnreadFields(
  counts: UnreadColumnCounts,
  readFields: ReadonlySet<ImportField>,
  { omitColumn, showsCells }: Pick<OptionTerms, 'omitColumn' | 'showsCells'>,
): readonly Issue[] {
  return lateFields.flatMap(({ field, content, mayFill }) => {
    if (readFields.has(field)) return []
    const columns = [...counts].filter(([, count]) => mayFill(count))
    if (columns.length === 0) return []
    const names = columns.slice(0, maxColumns).map(([name, { sample }]) => {
      const example = showsCells ? ` (${sample.slice(0, maxLength)})` : ''
      return `"${name.slice(0, maxLength)}"${example}`
    })
    const others = columns.length > maxColumns ? ', and others,' : ''
    const [verb, pronoun] = columns.length === 1 ? ['has', 'this column'] : ['have', 'one of them']
    const message = `needs a choice, because ${names.join(', ')}${others} ${verb} ${content}, and an entity cannot get it later: name ${pronoun}, or ${omitColumn(field)}`
    return [{ path: ['columns', field], message }]
  })
}
