import { findCountryCode } from '../../src/contract/country-names.ts'
import { sentence } from '../http/body.ts'
import { Refusal } from '../http/reply.ts'

/** The searches take a country by code or by name alike (specification: POST /api/search/organizations, countryCode). */
export function readCountry(field: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const code = findCountryCode(given)
  if (code === undefined) throw new Refusal(400, sentence(`${field} must be a country, by ISO code or name`))
  return code
}
