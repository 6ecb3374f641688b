import type { Issue } from '../../contract/issues.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { OptionTerms } from '../option-terms.ts'
import { isZeroDate, mayBeBirthDate } from '../rows/read-date.ts'
import { isEmptyCell } from '../rows/read-field.ts'
import { isTypeWord } from '../rows/read-type.ts'
import type { ColumnNames, Header, ImportField, SourceColumn } from './columns.ts'
import { readCell } from './csv-reader.ts'
import type { UnreadRow } from './read-records.ts'

/** The cells of a column that have the form of a field. */
interface FormCount {
  cells: number
  /** The first of them. */
  sample: string
}

/** The cells of a column that fills no field, without those that are empty. */
interface CellCount {
  readonly name: string
  /** Whether the file names the column: only then can an option name it. */
  readonly isNamed: boolean
  persons: number
  organizations: number
  /** The persons' cells that may be birth dates. */
  readonly birthDates: FormCount
  readonly typeWords: FormCount
}

/** The unread columns of a CSV source, at their places in the header. Columns without cells are holes, which its methods skip. */
export type UnreadColumnCounts = CellCount[]

/** The maximum number of characters of each name or cell in a message. */
const maxLength = 80

/** Counts the cells of a row that no field uses, and that may fill a field for which no column is read. @param type the type of the row. */
export function countUnreadCells(
  counts: UnreadColumnCounts,
  { header, rawCells }: UnreadRow,
  type: unknown,
  { columns = {} }: ReadingOptions,
): void {
  if (rawCells === undefined || (type !== 'person' && type !== 'organization')) return
  const mayFill = (field: ImportField) => !isRead(field, header, columns)
  const [mayFillType, mayFillBirthDate] = [mayFill('type'), type === 'person' && mayFill('birthDate')]
  if (!mayFillType && !mayFill('birthDate') && !mayFill('registration')) return
  for (const column of header.unusedColumns) {
    const cell = readCell(rawCells[column.index] ?? '')
    if (isEmptyCell(cell) || isZeroDate(cell)) continue
    const count = counts[column.index] ?? createCount(column, header)
    counts[column.index] = count
    if (type === 'person') count.persons += 1
    else count.organizations += 1
    if (mayFillBirthDate && mayBeBirthDate(cell)) addForm(count.birthDates, cell)
    if (mayFillType && isTypeWord(cell)) addForm(count.typeWords, cell)
  }
}

/** Whether a field has a column, or the options say that there is none. */
export function isRead(field: ImportField, header: Header | null, columns: ColumnNames): boolean {
  return columns[field] !== undefined || header?.columnOf[field] !== undefined
}

function createCount({ index, name }: SourceColumn, { names }: Header): CellCount {
  return {
    name,
    isNamed: names[index]?.trim() !== '',
    persons: 0,
    organizations: 0,
    birthDates: { cells: 0, sample: '' },
    typeWords: { cells: 0, sample: '' },
  }
}

function addForm(form: FormCount, cell: string): void {
  form.sample ||= cell
  form.cells += 1
}

/** A field that no entity can get later, and the cells that show that a column may fill it. */
interface LateField {
  readonly field: ImportField
  /** The cells of its column, as a message calls them. */
  readonly content: string
  findForm(count: CellCount): FormCount
  /** Counts the cells among which most must have the form. */
  countCells(count: CellCount): number
}

const lateFields: readonly LateField[] = [
  {
    field: 'type',
    content: 'words for types',
    findForm: ({ typeWords }) => typeWords,
    countCells: ({ persons, organizations }) => persons + organizations,
  },
  {
    field: 'birthDate',
    content: 'dates of persons',
    findForm: ({ birthDates }) => birthDates,
    countCells: ({ persons }) => persons,
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
  { omitColumn, showsCells = false }: Pick<OptionTerms, 'omitColumn' | 'showsCells'>,
): readonly Issue[] {
  return lateFields.flatMap(({ field, content, findForm, countCells }) => {
    if (readFields.has(field)) return []
    const columns = counts.filter(count => 2 * findForm(count).cells > countCells(count))
    if (columns.length === 0) return []
    const names = columns.map(count =>
      nameColumn(count, showsCells ? [findForm(count).sample.slice(0, maxLength)] : []),
    )
    const [verb, pronoun] = columns.length === 1 ? ['has', 'this column'] : ['have', 'one of them']
    const message = `needs a choice, because ${names.join(', ')} ${verb} ${content}, and an entity cannot get it later: name ${pronoun}, or ${omitColumn(field)}`
    return [{ path: ['columns', field], message }]
  })
}

/**
 * Lists the unread columns in which organizations have cells, if no column is read for registration numbers: no form tells a
 * registration number from other numbers.
 */
export function listRegistrationCandidates(
  counts: UnreadColumnCounts,
  readFields: ReadonlySet<ImportField>,
): readonly string[] {
  if (readFields.has('registration')) return []
  return counts.filter(({ organizations }) => organizations > 0).map(count => nameColumn(count))
}

/** @param notes what a message says about the column, in brackets. */
function nameColumn({ name, isNamed }: CellCount, notes: readonly string[] = []): string {
  const allNotes = isNamed ? notes : [...notes, 'give it a name in the file']
  const text = isNamed ? `"${name.slice(0, maxLength)}"` : name
  return allNotes.length === 0 ? text : `${text} (${allNotes.join('; ')})`
}
