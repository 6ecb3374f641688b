import type { ImportField } from '../options.ts'
import { importFields, type Places } from '../rows/fields.ts'

/** What headers call the fields, the surest first; compared without case, accents and punctuation. */
const spellings: Readonly<Record<ImportField, string>> = {
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
  nationalId: `national id, national id number, national identifier, personal id, id number, passport number,
    passport`,
  tags: 'tags, tag, labels',
}

/** The columns of a header, by their places. */
export interface Header {
  /** The names of all columns. */
  readonly names: readonly string[]
  /** Which column fills which field. */
  readonly of: Places
  /** Other columns that spell a field: where they say something else, nobody knows which of them is right. */
  readonly rivals: readonly { readonly field: ImportField; readonly place: number }[]
  /** Names of columns that nothing is made of. */
  readonly unused: readonly string[]
  /** Fields for which the caller named a column that is not there. */
  readonly missing: readonly ImportField[]
  /** Fields for which there are several columns of one name. */
  readonly ambiguous: readonly ImportField[]
}

/** Finds the columns of the fields: those that the caller named, else the surest spelling that is there. */
export function findColumns(
  names: readonly string[],
  named: Partial<Readonly<Record<ImportField, string | null | undefined>>>,
): Header {
  const folded = names.map(foldHeader)
  const taken = new Set(Object.values(named).flatMap(name => (name ? findNamed(name) : [])))
  const of: Partial<Record<ImportField, number>> = {}
  const missing: ImportField[] = []
  const ambiguous: ImportField[] = []
  const rivals: { field: ImportField; place: number }[] = []
  for (const field of importFields) {
    const choice = named[field]
    if (choice === null) continue
    const [found = [], ...less] = choice === undefined ? findSpelled(field) : [findNamed(choice)]
    const [column, ...others] = found
    if (others.length > 0) ambiguous.push(field)
    else if (column !== undefined) {
      of[field] = column
      rivals.push(...less.flat().map(place => ({ field, place })))
    } else if (choice !== undefined) missing.push(field)
  }
  const used = new Set(Object.values(of))
  const unused = names.filter((name, at) => !used.has(at) && name.trim() !== '')
  return { names, of, rivals, missing, ambiguous, unused }

  function findNamed(name: string): number[] {
    const exact = placesOf(names, name)
    return exact.length > 0 ? exact : placesOf(folded, foldHeader(name))
  }

  /** The columns of each spelling that is there, the surest first. */
  function findSpelled(field: ImportField): number[][] {
    return spellings[field]
      .split(',')
      .map(spelling => placesOf(folded, foldHeader(spelling)).filter(at => !taken.has(at)))
      .filter(places => places.length > 0)
  }
}

/** A name without letters or digits folds to nothing, and is like no other. */
function placesOf(names: readonly string[], name: string): number[] {
  return name === '' ? [] : names.flatMap((other, at) => (other === name ? [at] : []))
}

/** One spelling for `Country_Code`, `countryCode`, `COUNTRY CODE` and `Country-Côde`. */
function foldHeader(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
