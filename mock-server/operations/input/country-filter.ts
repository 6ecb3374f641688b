import { findCountryCode } from '../../../src/shared/countries/names.ts'
import { invalidInput } from '../../message/body.ts'

/** The searches take a country by code or by name alike (specification: POST /api/search/organizations, countryCode). */
export function readCountry(field: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const code = findCountryCode(given)
  if (code === undefined) throw invalidInput(`${field} must be a country, by ISO code or name`)
  return code
}
