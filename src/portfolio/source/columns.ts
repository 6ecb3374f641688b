import { foldRegistration } from '../../shared/names/fold-name.ts'

/** The usual column names of each field, the most usual ones first. */
export const spellings = {
  type: 'type, entity type, kind, customer type, entity kind, party type, record type',
  name: `name, full name, legal name, company name, customer name, company, entity name, organization name, organisation name,
    business name, party name, organization, organisation, counterparty, firma`,
  firstName: 'first name, given name, given names, first names, forename, forenames, vorname',
  middleName: 'middle name, middle names, middle initial, second name, second names',
  patronymic: 'patronymic, patronymic name',
  lastName: 'last name, surname, family name, last names, nachname',
  secondLastName: 'second last name, second surname, second family name, segundo apellido',
  suffix: 'suffix, name suffix',
  countryCode: `country, country code, country of incorporation, country of residence, jurisdiction, domicile, land,
    country of registration, country iso, iso country code`,
  registration: `registration, registration number, registration no, reg no, company number, crn, registration id,
    company registration number, reg number, company no`,
  birthDate: 'birth date, date of birth, dob, birthday, geburtsdatum',
  nationality: 'nationality, citizenship',
  nationalId: 'national id, id number, passport number, personal id, passport, national id number',
  tags: 'tags, tag, labels',
}

/** A field that a column of the source can fill. */
export type ImportField = keyof typeof spellings

/** The fields that hold names, or parts of the names of persons. */
export const nameFields = [
  'name',
  'firstName',
  'lastName',
  'middleName',
  'patronymic',
  'secondLastName',
  'suffix',
] as const satisfies readonly ImportField[]

/** The values of a row by field; undefined for a blank value. */
export type RawFields = Partial<Record<ImportField, unknown>>

export const importFields = Object.keys(spellings) as readonly ImportField[]

/** The fields whose text may be divided into several columns, such as NAME1 and NAME2. */
export const joinableFields = ['name', 'firstName', 'lastName'] as const satisfies readonly ImportField[]

/** A field whose value may be composed of several columns. */
type JoinableField = (typeof joinableFields)[number]

/** A column of a source, by its index in the header. */
export interface SourceColumn {
  readonly index: number
  readonly name: string
}

/** The column names of a source, and the fields that they fill. */
export interface Header {
  readonly names: readonly string[]
  /** For each field, the index of the column that fills it. */
  readonly columnOf: Partial<Readonly<Record<ImportField, number>>>
  /** The indexes of all columns of a field that is divided into several columns; the first is that of `columnOf`. */
  readonly joinedColumns: Partial<Readonly<Record<ImportField, readonly number[]>>>
  /** The names of columns that fill no field. */
  readonly unused: readonly string[]
  /** The columns that fill no field, with those that have no name. */
  readonly unusedColumns: readonly SourceColumn[]
  /** Fields with several possible columns, of which the caller must choose one. */
  readonly ambiguous: readonly ImportField[]
  /** Fields that may be divided into several columns, with the names of two of these. The caller must choose. */
  readonly divided: readonly DividedField[]
}

export interface DividedField {
  readonly field: JoinableField
  /** The column that holds the name, or its main part. */
  readonly main: string
  readonly other: string
  /** Both columns, in the order of the name: `NAME1+NAME2`. */
  readonly joined: string
}

/**
 * The option `columns`: the column name of a field, or null to leave the field empty. Names may have several columns, which are
 * joined with a space.
 */
export type ColumnNames = {
  readonly [Field in ImportField]?:
    | string
    | (Field extends JoinableField ? readonly string[] : never)
    | null
    | undefined
}

/**
 * Gives `Country_Code`, `countryCode`, `COUNTRY CODE` and `Country-Côde` the same form. Names without letters, such as "#", are
 * not changed.
 */
export const foldHeader = (name: string) => foldRegistration(name) || name

const fieldOf = new Map(
  importFields.flatMap(field => spellings[field].split(',').map(spelling => [foldHeader(spelling), field])),
)

/** The columns of words before a last name, such as "van der", which Dutch and German programs keep apart. */
const lastNamePrefixes: ReadonlySet<string> = new Set(
  [
    'infix',
    'tussenvoegsel',
    'tussenvoegsels',
    'voorvoegsel',
    'voorvoegsels',
    'vorsatzwort',
    'last name prefix',
  ].map(foldHeader),
)

/**
 * Finds the columns of each field: those that the caller names, or a column with a usual name. `NAME1+NAME2` is the column of that
 * name or, if there is none, two columns.
 */
export function findColumns(names: readonly string[], named: ColumnNames): Header {
  const folded = names.map(foldHeader)
  const findColumnIndexes = (fits: (name: string, index: number) => boolean) =>
    folded.flatMap((name, index) => (fits(name, index) ? [index] : []))
  const findNamed = (choice: string) => findColumnIndexes(name => name === foldHeader(choice))
  const findChosen = (field: ImportField, choice: string | readonly string[]) => {
    if (typeof choice !== 'string') return choice.map(findNamed)
    const literal = findNamed(choice)
    const canJoin = literal.length === 0 && isJoinable(field) && choice.includes('+')
    return canJoin ? choice.split('+').map(findNamed) : [literal]
  }
  const chosen = new Map(
    importFields.flatMap(field => (named[field] ? [[field, findChosen(field, named[field])] as const] : [])),
  )
  const namedColumns = new Set([...chosen.values()].flat(2))
  const columnOf: Partial<Record<ImportField, number>> = {}
  const joinedColumns: Partial<Record<ImportField, readonly number[]>> = {}
  const ambiguous: ImportField[] = []
  for (const field of importFields) {
    if (named[field] === null) continue
    const isFree = (name: string, index: number) => fieldOf.get(name) === field && !namedColumns.has(index)
    const matches = chosen.get(field) ?? [findColumnIndexes(isFree)]
    const [first] = matches.flat()
    if (matches.some(({ length }) => length > 1)) ambiguous.push(field)
    else if (first !== undefined && matches.every(({ length }) => length === 1)) {
      columnOf[field] = first
      if (matches.length > 1) joinedColumns[field] = matches.flat()
    }
  }
  const used = new Set([...Object.values(columnOf), ...Object.values(joinedColumns).flat()])
  const unused = names.filter((name, index) => !used.has(index) && name.trim() !== '')
  const unusedColumns = names.flatMap((name, index) =>
    used.has(index) ? [] : { index, name: name.trim() || `column ${index + 1}` },
  )
  const divided = joinableFields.flatMap(field =>
    named[field] === undefined ? findDividedColumns(field, names, folded) : [],
  )
  return { names, columnOf, joinedColumns, ambiguous, divided, unused, unusedColumns }
}

function isJoinable(field: ImportField): boolean {
  return joinableFields.some(joinable => joinable === field)
}

/** Finds a column such as NAME2 beside NAME1 or NAME, which may hold the rest of a name, or its beginning. */
function findDividedColumns(
  field: JoinableField,
  names: readonly string[],
  folded: readonly string[],
): DividedField[] {
  for (const [index, name] of folded.entries()) {
    const other = names[index]
    const main = names[folded.findIndex(createMainMatcher(name, field))]
    if (main === undefined || other === undefined) continue
    const joined = lastNamePrefixes.has(name) ? [other, main] : [main, other]
    return [{ field, main, other, joined: joined.map(column => column.slice(0, 80)).join('+') }]
  }
  return []
}

/** Creates the test for a column that holds the main part of a name, if another column may hold the rest. */
function createMainMatcher(other: string, field: JoinableField): (name: string) => boolean {
  if (lastNamePrefixes.has(other)) return name => field === 'lastName' && fieldOf.get(name) === field
  const [, base = '', digits = ''] = /^(\D+)(\d+)$/.exec(other) ?? []
  const isRest = Number(digits) >= 2 && fieldOf.get(base) === field
  return name => isRest && (name === base || name === `${base}1`)
}

/** Returns the name of a field's column, or the names of its columns such as `NAME1+NAME2`; null if it has none. */
export function columnNameOf({ names, columnOf, joinedColumns }: Header, field: ImportField): string | null {
  const indexes = joinedColumns[field] ?? [columnOf[field] ?? -1]
  return indexes.flatMap(index => names[index] ?? []).join('+') || null
}

/** Whether a header has a column for full names, and lacks one for first or last names. */
export function hasFullNamesOnly({ columnOf }: Header): boolean {
  const { name, firstName, lastName } = columnOf
  return name !== undefined && (firstName === undefined || lastName === undefined)
}

export function isFieldColumn(name: string, named: ColumnNames): boolean {
  const folded = foldHeader(name)
  const isNamed = (choice: string | readonly string[]) =>
    [choice, typeof choice === 'string' ? choice.split('+') : []]
      .flat()
      .some(part => foldHeader(part) === folded)
  return fieldOf.has(folded) || Object.values(named).some(choice => choice && isNamed(choice))
}
