import { entityTypes } from '../../contract/values.ts'
import { memoize } from '../../shared/memoize.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'
import { isInvisible } from '../../shared/text/invisible.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { ImportField } from '../options.ts'

/** What headers call the fields; compared without case, accents and punctuation. */
export const spellings: Readonly<Record<ImportField, string>> = {
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

export const importFields = Object.keys(spellings) as readonly ImportField[]

/** What the source holds for each field; undefined for one that is blank. */
export type GivenFields = Partial<Readonly<Record<ImportField, unknown>>>

/** Which column fills which field, by its place. */
export type Places = Partial<Readonly<Record<ImportField, number>>>

export function givenFields(values: readonly unknown[], of: Places): GivenFields {
  const given: Partial<Record<ImportField, unknown>> = {}
  // In one order, so that all rows have one shape.
  for (const field of importFields) {
    const place = of[field]
    given[field] = place === undefined ? undefined : givenField(field, values[place])
  }
  return given
}

/** Identifiers may come as numbers; those that a number cannot hold exactly are left to the check. */
function givenField(field: ImportField, value: unknown): unknown {
  if (typeof value !== 'string')
    return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : (value ?? undefined)
  const text = isInvisible(value) ? '' : value.trim()
  // Null is a name of people.
  const isBlank = /^(-|n\/a)?$/i.test(text) || (mayBeNull.has(field) && /^null$/i.test(text))
  return isBlank ? undefined : text
}

const mayBeNull: ReadonlySet<ImportField> = new Set([
  'registration',
  'birthDate',
  'nationality',
  'nationalId',
])

/** What a spreadsheet has instead of a value: "#REF!" in any language, "#####" where a column is too narrow, "Err:502". */
const spreadsheetError = /^(#{2,}|#N\/?[AV]|#[¡¿]?[\p{Lu}\d/]+[!?]|Err:\d{3})$/u
/** "1.23457E+11" was a longer number once, and so was "1E+11". "12E4" may be that of a register. */
const rounded = /^[+-]?\d+([.,]\d+E[+-]?|E[+-])\d+$/i

/** Why a text cannot be what was meant, although a text like it might be. */
export function whySpoiled(field: ImportField, text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (spreadsheetError.test(text)) return 'is an error that a spreadsheet has put in place of a value'
  const isNumber = field === 'registration' || field === 'nationalId'
  if (isNumber && (text.startsWith("'") || rounded.test(text) || !/[1-9]/.test(text)))
    return 'is rounded or marked by a spreadsheet, or no number: enter it as text, or leave it empty'
  // A year of two digits may have become 0061, or 2061.
  const day = field === 'birthDate' ? isoDate(text) : ''
  const isPossible = day >= '1800' && (day < '2000' || day <= new Date().toISOString())
  return isCalendarDate(day) && !isPossible ? 'must be a day from 1800 up to today' : null
}

/** What is said where a type is none of these words. */
export const typeAllowed =
  'must be organization or person, or a usual word for one, such as company or individual'

/** `organization` or `person` for the usual words for them; anything else as it is. */
export const typeNamed = memoize(given => {
  const word = foldRegistration(given)
  if (/^(organi[sz]ation|org|company|business|corporation|legalentity|legalperson)$/.test(word))
    return 'organization'
  return /^(person|individual|naturalperson)$/.test(word) ? 'person' : given
})

export function isTypeWord(given: string): boolean {
  return entityTypes.some(type => type === typeNamed(given))
}

/** Days in the forms that leave no doubt which is the month; others are left to the check. */
export function isoDate(given: string): string {
  if (given[4] === '-') return given
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(given) ?? []
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return given.replace(/^(\d{4})([/.]?)(0\d|1[0-2])\2(\d{2})$/, '$1-$3-$4')
}

/** The row's own tags, divided by comma, semicolon or bar, and those that every row gets. */
export function tagsOf(given: unknown, more: readonly string[] = []): unknown {
  if (given !== undefined && typeof given !== 'string' && !Array.isArray(given)) return given
  const own = typeof given === 'string' ? given.split(/[,;|]/).map(tag => tag.trim()) : (given ?? [])
  const tags = [...new Set([...own.filter(tag => tag !== ''), ...more])]
  return tags.length === 0 ? undefined : tags
}
