import { isCountryCode } from '../shared/countries/codes.ts'
import { findCountryCode } from '../shared/countries/lookup.ts'
import { remembering } from './scalar.ts'

/** A country by code, alpha-3 code, name or another spelling is its 2-letter code (specification: countryCode, in both searches). */
export const country = remembering<string>(given => {
  const code = findCountryCode(given)
  if (code === undefined) return [null, 'unknown_country', 'unreadable']
  return code === given ? [code] : [code, 'country_spelling']
})

/** What the registration of a person may be taken for. */
interface Registered {
  readonly type: string
  registration: string | null
  countryCode: string | null
}

/**
 * In a person record the registration can hold a country code (specification: Entity, registration): it moves to where
 * it belongs. Where the record names another country too, both stay as they are, for neither may be lost.
 *
 * @returns whether it moved.
 */
export function moveRegistrationCountry(entity: Registered): boolean {
  const { type, registration, countryCode } = entity
  if (type !== 'person' || registration === null || !isCountryCode(registration)) return false
  if (countryCode !== null && countryCode !== registration) return false
  entity.registration = null
  entity.countryCode = registration
  return true
}
