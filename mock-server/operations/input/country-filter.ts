import { findCountryCode } from '../../../src/shared/countries/names.ts'
import { createInvalidInputError } from '../../message/body.ts'
import type { Server } from '../../server.ts'

/** The searches take a country by code or by name alike (specification: POST /api/search/organizations, countryCode). */
export function readCountry(
  { behaviour: { searchCountry } }: Server,
  field: string,
  given: string | undefined,
): string | undefined {
  if (given === undefined) return undefined
  const isCode = /^[A-Za-z]{2,3}$/.test(given)
  if (searchCountry === (isCode ? 'name' : 'code'))
    throw createInvalidInputError(`${field} must be a country, by ${isCode ? 'name' : 'ISO code'}`)
  const code = findCountryCode(given)
  if (code === undefined) throw createInvalidInputError(`${field} must be a country, by ISO code or name`)
  return code
}
