import { findCountryCode } from '../../contract/country-lookup.ts'
import { isCalendarDate } from '../../contract/text.ts'
import type { BulkOrganization, BulkPerson, BulkRow } from '../../model/bulk.ts'
import { isLine } from '../../model/line.ts'
import type { GivenFields } from './fields.ts'

/**
 * The row that `bulkRowInput` would make of the fields, without its work: ordinary rows are most of all. Undefined where it is
 * for the schema to say what is wrong, if anything is.
 */
export function ordinaryRow(fields: GivenFields): BulkRow | undefined {
  const { type, countryCode } = fields
  if (!isCountry(countryCode) || !isTags(fields.tags)) return undefined
  if (type === 'organization') return organization(fields, countryCode, fields.tags)
  return type === 'person' ? person(fields, countryCode, fields.tags) : undefined
}

function organization(
  { type, name, firstName, lastName, registration, birthDate, nationality, nationalId }: GivenFields,
  countryCode: string,
  tags: string[] | undefined,
): BulkRow | undefined {
  if (type !== 'organization' || !isLine(name)) return undefined
  const ofPersons = [firstName, lastName, birthDate, nationality, nationalId]
  if (ofPersons.some(value => value !== undefined)) return undefined
  const row: BulkOrganization = { countryCode, tags, type, name }
  if (registration === undefined) return row
  if (!isLine(registration)) return undefined
  row.registration = registration
  return row
}

function person(
  { type, name, firstName, lastName, registration, birthDate, nationality, nationalId }: GivenFields,
  countryCode: string,
  tags: string[] | undefined,
): BulkRow | undefined {
  if (type !== 'person' || !isLine(firstName) || !isLine(lastName) || registration !== undefined)
    return undefined
  const row: BulkPerson = { countryCode, tags, type, firstName, lastName }
  if (name !== undefined) {
    if (!isLine(name)) return undefined
    row.name = name
  }
  if (birthDate !== undefined) {
    if (typeof birthDate !== 'string' || !isCalendarDate(birthDate)) return undefined
    row.birthDate = birthDate
  }
  if (nationality !== undefined) {
    if (!isCountry(nationality)) return undefined
    row.nationality = nationality
  }
  if (nationalId !== undefined) {
    if (!isLine(nationalId)) return undefined
    row.nationalId = nationalId
  }
  return row
}

function isCountry(value: unknown): value is string {
  return typeof value === 'string' && findCountryCode(value) !== undefined
}

function isTags(value: unknown): value is string[] | undefined {
  return (
    value === undefined || (Array.isArray(value) && value.every(tag => isLine(tag) && !tag.includes(',')))
  )
}
