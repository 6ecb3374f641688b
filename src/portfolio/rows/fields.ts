import { entityTypes } from '../../contract/values.ts'
import { mustBeOneLine } from '../../model/inputs.ts'
import { memoize } from '../../shared/memoize.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'
import { hasControls, isInvisible } from '../../shared/text/invisible.ts'
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

/** Fields that may be left out, and hold no words of people's own as names and tags do. */
const details: ReadonlySet<ImportField> = new Set(['registration', 'birthDate', 'nationality', 'nationalId'])

/** What the source holds for each field; undefined for one that is blank. */
export type GivenFields = Partial<Readonly<Record<ImportField, unknown>>>

/** Which column fills which field, by its place. */
export type Places = Partial<Readonly<Record<ImportField, number>>>

/** Receives each text that is read as no value. */
type OnBlank = (field: ImportField, text: string) => void

export function givenFields(values: readonly unknown[], of: Places, onBlank: OnBlank): GivenFields {
  const given: Partial<Record<ImportField, unknown>> = {}
  // In one order, so that all rows have one shape.
  for (const field of importFields) {
    const place = of[field]
    given[field] = place === undefined ? undefined : givenField(field, values[place], onBlank)
  }
  return given
}

export function givenField(field: ImportField, held: unknown, onBlank?: OnBlank): unknown {
  const isDetail = details.has(field)
  const value = plain(held, isDetail)
  if (typeof value !== 'string') return value ?? undefined
  if (value === '') return undefined
  if (!isBlank(field, value, isDetail)) return value
  onBlank?.(field, value)
  return undefined
}

/** Identifiers may come as numbers; those that a number cannot hold exactly are left to the check. */
function plain(value: unknown, isDetail: boolean): unknown {
  if (typeof value !== 'string')
    return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value
  const text = isInvisible(value) ? '' : value.trim()
  // The apostrophe tells a spreadsheet that '0042 is text. A name may begin with one.
  return isDetail && text.startsWith("'") ? text.replace(/^'(?=\d)/, '') : text
}

/** What databases and spreadsheets make of no day. */
const blankDay = /^(0001-01-01|1899-12-30|1900-01-00)([ T]00:00.*)?$/
/** What a spreadsheet has instead of a value: "#REF!" in any language, "#####" where a column is too narrow, "Err:502". */
const spreadsheetError = /^(#{2,}|#N\/?[AV]|#[¡¿]?[\p{Lu}\d/]+[!?]|Err:\d{3})$/u
/** "1.23457E+11" was a longer number once, and so was "1E+11"; MySQL leaves out the plus. "12E4" may be that of a register. */
const rounded = /^[+-]?\d+([.,]\d+E[+-]?\d|E[+-]\d|E\d\d)\d*$/i

/** Whether a text stands for no value. A detail other than a nationality has a digit from 1 to 9, or says nothing. */
function isBlank(field: ImportField, text: string, isDetail: boolean): boolean {
  if (/^(-|n\/a)$/i.test(text)) return true
  if (!isDetail) return false
  if (/^#n\/?[av]$/i.test(text)) return true
  if (spreadsheetError.test(text)) return false
  if (field === 'nationality') return /^(null|none|unknown|[^\p{L}]+)$/iu.test(text)
  return !/[1-9]/.test(text) || (field === 'birthDate' && blankDay.test(isoDate(text)))
}

/** Why a text cannot be what was meant, although a text like it might be. */
export function whySpoiled(field: ImportField, text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (spreadsheetError.test(text)) return 'is an error that a spreadsheet has put in place of a value'
  if ((field === 'registration' || field === 'nationalId') && rounded.test(text))
    return 'is a number that a spreadsheet has rounded: format the column as text, and enter it again'
  if (field === 'birthDate' && /^\d{1,2}([/-])\d{1,2}\1\d{4}$/.test(text))
    return 'must be a date of the form YYYY-MM-DD: here, day and month may be either way round'
  if (field === 'birthDate' && isNoBirthday(isoDate(text))) return 'must be a day from 1800 up to today'
  // Also beside the comma of a name, where no part has it.
  return field === 'name' && hasControls(text) ? mustBeOneLine : null
}

/** A year of two digits may have become 0061, or 2061. */
function isNoBirthday(day: string): boolean {
  const isPossible = day >= '1800' && day < '2000'
  return !isPossible && isCalendarDate(day) && (day < '1800' || day > new Date().toISOString())
}

const organizationWord =
  /^(organi[sz]ation|org|company|business|corporate|corporation|legalentity|legalperson|firma|unternehmen|gesellschaft|juristischeperson)$/
const personWord = /^(person|individual|naturalperson|nat(u|ue)rlicheperson|privatperson|einzelperson)$/

/** What is said where a type is none of these words. */
export const typeAllowed =
  'must be organization or person, or a usual word for one, such as company or individual'

/** Why a text is no type. It quotes a word, which is hardly the name of anybody in a wrong column. */
export function whyNoType(given: unknown): string {
  const word = typeof given === 'string' && /^[\p{L}\p{M}\p{Pd}]{1,30}$/u.test(given)
  return word ? `${typeAllowed}, not "${given}"` : typeAllowed
}

/** `organization` or `person` for the usual words for them; anything else as it is. */
export function typeNamed(given: unknown): unknown {
  return typeof given === 'string' ? typeOfWord(given) : given
}

export function isTypeWord(given: string): boolean {
  return entityTypes.some(type => type === typeOfWord(given))
}

const typeOfWord = memoize(given => {
  const word = foldRegistration(given)
  if (organizationWord.test(word)) return 'organization'
  return personWord.test(word) ? 'person' : given
})

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
  if (own.length === 0 && more.length === 0) return undefined
  const tags = [...new Set([...own.filter(tag => tag !== ''), ...more])]
  return tags.length === 0 ? undefined : tags
}
