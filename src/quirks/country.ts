import { isCountryCode } from '../contract/countries.ts'
import { findCountryCode } from '../contract/country-lookup.ts'
import { placeholder } from './placeholder.ts'
import { type Reading, reading } from './reading.ts'
import { remembered } from './remembered.ts'

/** A country by code, alpha-3 code, name or another spelling is its 2-letter code (specification: countryCode, in both searches). */
export const country = remembered((value): Reading<string | null> => {
  const given = placeholder(value)
  if (given.value === null || isCountryCode(given.value)) return given
  const code = findCountryCode(given.value)
  return code === undefined
    ? reading(null, 'unknown_country', 'unreadable')
    : reading(code, 'country_spelling')
})
