import { isCountryCode } from '../contract/countries/codes.ts'
import { findCountryCode } from '../contract/countries/lookup.ts'
import { clean, type Reading, reading } from '../reading/reading.ts'
import { remembered } from '../reading/remembered.ts'
import { placeholder } from './placeholder.ts'

/** A country by code, alpha-3 code, name or another spelling is its 2-letter code (specification: countryCode, in both searches). */
export const country = remembered((value): Reading<string | null> => {
  const given = placeholder(value)
  if (given.value === null || isCountryCode(given.value)) return given
  const code = findCountryCode(given.value)
  return code === undefined
    ? reading(null, 'unknown_country', 'unreadable')
    : reading(code, 'country_spelling')
})

/**
 * `country` may appear instead of `country_code` (specification: Network, node object, country_code). Where both appear and
 * name two countries, the code stands and the alias is not taken as read.
 */
export function countryAlias(alias: unknown, countryCode: string | null): Reading<string | null> {
  if (alias === undefined) return clean(countryCode)
  const { value, quirks } = country(alias)
  if (countryCode === null) return reading(value, 'country_alias', ...quirks)
  return value === countryCode
    ? reading(countryCode, 'country_alias')
    : reading(countryCode, 'country_alias', 'unreadable')
}
