import type { ImportField } from '../options.ts'

/** What headers call the fields, the surest first; compared without case, accents and punctuation. */
const spellings: Readonly<Record<ImportField, readonly string[]>> = {
  type: ['type', 'entity type', 'kind', 'entity kind', 'party type', 'customer type', 'record type'],
  name: [
    'name',
    'full name',
    'legal name',
    'entity name',
    'company name',
    'organization name',
    'organisation name',
    'business name',
    'customer name',
    'party name',
    'company',
    'organization',
    'organisation',
    'counterparty',
    'firma',
  ],
  firstName: ['first name', 'given name', 'given names', 'first names', 'forename', 'forenames', 'vorname'],
  lastName: ['last name', 'surname', 'family name', 'last names', 'nachname'],
  countryCode: [
    'country code',
    'country iso',
    'iso country code',
    'country',
    'country of incorporation',
    'country of registration',
    'country of residence',
    'jurisdiction',
    'domicile',
    'land',
  ],
  registration: [
    'registration',
    'registration number',
    'company registration number',
    'registration no',
    'registration id',
    'reg number',
    'reg no',
    'company number',
    'company no',
    'crn',
  ],
  birthDate: ['birth date', 'date of birth', 'dob', 'birthday', 'geburtsdatum'],
  nationality: ['nationality', 'citizenship'],
  nationalId: [
    'national id',
    'national id number',
    'national identifier',
    'personal id',
    'id number',
    'passport number',
    'passport',
  ],
  tags: ['tags', 'tag', 'labels'],
}

export const importFields = Object.keys(spellings) as readonly ImportField[]

/** Which column fills which field, by its place. */
export interface Columns {
  readonly of: Partial<Readonly<Record<ImportField, number>>>
  /** Names of columns that nothing is made of. */
  readonly unused: readonly string[]
  /** Fields for which the caller named a column that is not there. */
  readonly missing: readonly ImportField[]
  /** Fields for which there are several columns of one name. */
  readonly ambiguous: readonly ImportField[]
}

/** Finds the columns of the fields: those that the caller named, else the surest spelling that is there. */
export function findColumns(
  header: readonly string[],
  named: Partial<Readonly<Record<ImportField, string | null | undefined>>>,
): Columns {
  const folded = header.map(foldHeader)
  const taken = new Set(Object.values(named).flatMap(name => (name ? findNamed(name) : [])))
  const of: Partial<Record<ImportField, number>> = {}
  const missing: ImportField[] = []
  const ambiguous: ImportField[] = []
  for (const field of importFields) {
    const choice = named[field]
    if (choice === null) continue
    const [column, ...others] = choice === undefined ? findSpelled(field) : findNamed(choice)
    if (others.length > 0) ambiguous.push(field)
    else if (column !== undefined) of[field] = column
    else if (choice !== undefined) missing.push(field)
  }
  const used = new Set(Object.values(of))
  const unused = header.filter((name, at) => !used.has(at) && name.trim() !== '')
  return { of, missing, ambiguous, unused }

  function findNamed(name: string): number[] {
    const exact = placesOf(header, name)
    return exact.length > 0 ? exact : placesOf(folded, foldHeader(name))
  }

  function findSpelled(field: ImportField): number[] {
    for (const spelling of spellings[field]) {
      const places = placesOf(folded, foldHeader(spelling)).filter(at => !taken.has(at))
      if (places.length > 0) return places
    }
    return []
  }
}

/** A name without letters or digits folds to nothing, and is like no other. */
function placesOf(names: readonly string[], name: string): number[] {
  return name === '' ? [] : names.flatMap((other, at) => (other === name ? [at] : []))
}

/** One spelling for `Country_Code`, `countryCode`, `COUNTRY CODE` and `Country-Côde`. */
export function foldHeader(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
