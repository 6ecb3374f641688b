import { country } from './country.ts'
import { clean, type Reading, reading } from './reading.ts'

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
