import { type Reading, reading } from '../reading/reading.ts'
import { reader } from '../reading/table.ts'
import { isCountryCode } from '../shared/countries/codes.ts'
import { findCountryCode } from '../shared/countries/lookup.ts'
import { isText } from '../shared/json.ts'
import { readShown } from './placeholder.ts'
import { remembered } from './remembered.ts'

/** A country by code, alpha-3 code, name or another spelling is its 2-letter code (specification: countryCode, in both searches). */
const readCountry = remembered((value): Reading<string | null> => {
  const given = readShown(value)
  if (given.value === null || isCountryCode(given.value)) return given
  const code = findCountryCode(given.value)
  return code === undefined
    ? reading(null, 'unknown_country', 'unreadable')
    : reading(code, 'country_spelling')
})

export const country = reader(readCountry, value => isText(value) && isCountryCode(value))
