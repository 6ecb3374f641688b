import type { Issue } from '../../contract/issues.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'

/** What headers call the fields of a row (specification: POST /v1/entities/bulk). */
const spellings = {
  type: 'type, entity type, kind, entity kind, party type, customer type, record type',
  name: `name, full name, legal name, entity name, company name, organization name, organisation name, business name,
    customer name, party name, company, organization, organisation, counterparty, firma`,
  firstName: 'first name, given name, given names, first names, forename, forenames, vorname',
  lastName: 'last name, surname, family name, last names, nachname',
  countryCode: `country code, country iso, iso country code, country, country of incorporation,
    country of registration, country of residence, jurisdiction, domicile, land`,
  registration: `registration, registration number, company registration number, registration no, registration id,
    reg number, reg no, company number, company no, crn`,
  birthDate: 'birth date, date of birth, dob, birthday, geburtsdatum',
  nationality: 'nationality, citizenship',
  nationalId: 'national id, national id number, personal id, id number, passport number, passport',
  tags: 'tags, tag, labels',
}

/** A field that a column of the source can fill. */
export type ImportField = keyof typeof spellings

export const importFields = Object.keys(spellings) as readonly ImportField[]

/** The columns of a header, by their places. */
export interface Header {
  readonly names: readonly string[]
  /** Which column fills which field. */
  readonly of: Partial<Readonly<Record<ImportField, number>>>
  /** Names of columns that nothing is made of. */
  readonly unused: readonly string[]
  /** Fields with several columns: it is for the caller to say which counts. */
  readonly ambiguous: readonly ImportField[]
}

/** The columns that the caller names; null for none. */
export type ColumnNames = Partial<Readonly<Record<ImportField, string | null | undefined>>>

/** One spelling for `Country_Code`, `countryCode`, `COUNTRY CODE` and `Country-Côde`; "#" is spelled as it is. */
const foldHeader = (name: string) => foldRegistration(name) || name

const fieldOf = new Map(
  importFields.flatMap(field => spellings[field].split(',').map(spelling => [foldHeader(spelling), field])),
)

/** Finds the columns of the fields: those that the caller named, else those of a spelling that is known. */
export function findColumns(names: readonly string[], named: ColumnNames): Header {
  const folded = names.map(foldHeader)
  const findColumnIndexes = (fits: (name: string, index: number) => boolean) =>
    folded.flatMap((name, index) => (fits(name, index) ? [index] : []))
  const findNamed = (choice: string) => findColumnIndexes(name => name === foldHeader(choice))
  const namedColumns = new Set(Object.values(named).flatMap(name => (name ? findNamed(name) : [])))
  const of: Partial<Record<ImportField, number>> = {}
  const ambiguous: ImportField[] = []
  for (const field of importFields) {
    const choice = named[field]
    if (choice === null) continue
    const isFree = (name: string, index: number) => fieldOf.get(name) === field && !namedColumns.has(index)
    const [column, ...others] = choice === undefined ? findColumnIndexes(isFree) : findNamed(choice)
    if (others.length > 0) ambiguous.push(field)
    else if (column !== undefined) of[field] = column
  }
  const used = new Set(Object.values(of))
  const unused = names.filter((name, index) => !used.has(index) && name.trim() !== '')
  return { names, of, ambiguous, unused }
}

/** Whether a column of this name fills a field. */
export function isFieldColumn(name: string, named: ColumnNames): boolean {
  const folded = foldHeader(name)
  return fieldOf.has(folded) || Object.values(named).some(choice => choice && foldHeader(choice) === folded)
}

/** What every row needs (specification: POST /v1/entities/bulk, row fields). */
const required = {
  name: 'names (or columns.firstName and columns.lastName, for persons)',
  type: 'type, unless defaults.type says it for all rows',
  countryCode: 'country, unless defaults.countryCode says it for all rows',
}

/** What a header lacks of that: the file is not read at all then. */
export function findMissing(
  { names, of, ambiguous }: Header,
  named: ColumnNames,
  defaults: Readonly<Partial<Record<ImportField, unknown>>>,
): readonly Issue[] {
  const has = new Set<string>([...Object.keys(of), ...ambiguous])
  const messages = new Map<string, string>()
  for (const field of importFields)
    if (named[field] && !has.has(field)) messages.set(field, 'names a column that is not there')
  for (const field of ambiguous)
    messages.set(field, 'matches several columns: name the one that counts, or rename one in the file')
  for (const field of importFields) if (named[field] || defaults[field] !== undefined) has.add(field)
  if (has.has('firstName') && has.has('lastName')) has.add('name')
  for (const [field, content] of Object.entries(required))
    if (!has.has(field)) messages.set(field, `must say which column holds the ${content}`)
  // Where nothing of it is known, it may be a row: of persons, whom no message shows.
  const isHeader = Object.keys(of).length + ambiguous.length > 0
  const headerNames = names.slice(0, 50).map(name => JSON.stringify(name.slice(0, 80)))
  const description = isHeader
    ? `the header has ${headerNames.join(', ')}`
    : 'the first line has no column that is known'
  // The columns that there are, once: after the last of what is wrong.
  return Array.from(messages, ([field, message], index) => ({
    path: ['columns', field],
    message: index === messages.size - 1 ? `${message}; ${description}` : message,
  }))
}
