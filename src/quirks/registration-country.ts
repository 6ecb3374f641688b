import { isCountryCode } from '../contract/countries/codes.ts'
import { clean, type Reading, reading } from '../reading/reading.ts'

export interface Registration {
  readonly registration: string | null
  readonly countryCode: string | null
}

/**
 * In a person record the registration can hold a country code (specification: Entity, registration): it moves to where
 * it belongs. Where the record names another country too, both stay as they are, for neither may be lost.
 */
export function registrationCountry(type: string, fields: Registration): Reading<Registration> {
  const { registration, countryCode } = fields
  const misplaced = type === 'person' && registration !== null && isCountryCode(registration)
  if (!misplaced || (countryCode !== null && countryCode !== registration)) return clean(fields)
  return reading({ registration: null, countryCode: registration }, 'country_in_registration')
}
