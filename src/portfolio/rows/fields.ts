import { isInvisible } from '../../shared/text/invisible.ts'
import type { ImportField } from '../options.ts'
import { isBlank } from './no-value.ts'

/** What headers call the fields, the surest first; compared without case, accents and punctuation. */
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
