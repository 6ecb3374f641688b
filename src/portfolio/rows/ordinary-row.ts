import type { BulkOrganization, BulkPerson, BulkRow } from '../../model/bulk.ts'
import { isLine } from '../../model/inputs.ts'
import { findCountryCode } from '../../shared/countries/lookup.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { GivenFields } from './fields.ts'

/** The row that `bulkRowInput` would make of the fields, without its work; undefined where the schema is to say what is wrong. */
export function ordinaryRow(fields: GivenFields): BulkRow | undefined {
  const { type, name, firstName, lastName, countryCode, tags } = fields
  const { registration, birthDate, nationality, nationalId } = fields
  if (!isCountry(countryCode) || !isMissingOr(isTags, tags)) return undefined
  if (type === 'organization') {
    const ofPersons = [firstName, lastName, birthDate, nationality, nationalId]
    if (!isLine(name) || !isMissingOr(isLine, registration)) return undefined
    if (ofPersons.some(value => value !== undefined)) return undefined
    const row: BulkOrganization = { countryCode, tags, type, name }
    if (registration !== undefined) row.registration = registration
    return row
  }
  if (type !== 'person' || !isLine(firstName) || !isLine(lastName) || registration !== undefined)
    return undefined
  if (!isMissingOr(isLine, name) || !isMissingOr(isDay, birthDate)) return undefined
  if (!isMissingOr(isCountry, nationality) || !isMissingOr(isLine, nationalId)) return undefined
  const row: BulkPerson = { countryCode, tags, type, firstName, lastName }
  if (name !== undefined) row.name = name
  if (birthDate !== undefined) row.birthDate = birthDate
  if (nationality !== undefined) row.nationality = nationality
  if (nationalId !== undefined) row.nationalId = nationalId
  return row
}

function isMissingOr<Value>(
  is: (value: unknown) => value is Value,
  value: unknown,
): value is Value | undefined {
  return value === undefined || is(value)
}

function isCountry(value: unknown): value is string {
  return typeof value === 'string' && findCountryCode(value) !== undefined
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDate(value)
}

function isTags(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(tag => isLine(tag) && !tag.includes(','))
}
