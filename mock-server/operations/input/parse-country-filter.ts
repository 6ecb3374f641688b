import { findCountryCode } from '../../../src/shared/countries/names.ts'
import { createInvalidInputError } from '../../message/body.ts'
import type { Server } from '../../server.ts'

/** Parses a country by its code or its name (specification: POST /api/search/organizations, countryCode). */
export function parseCountryFilter(
  { behaviour: { searchCountry } }: Server,
  field: string,
  country: string | undefined,
): string | undefined {
  if (country === undefined) return undefined
  const isCode = /^[A-Za-z]{2,3}$/.test(country)
  if (searchCountry === (isCode ? 'name' : 'code'))
    throw createInvalidInputError(`${field} must be a country, by ${isCode ? 'name' : 'ISO code'}`)
  const code = findCountryCode(country)
  if (code === undefined) throw createInvalidInputError(`${field} must be a country, by ISO code or name`)
  return code
}
