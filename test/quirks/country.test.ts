import { beforeAll, describe, expect, it } from 'vitest'
import { loadCountryNames } from '../../src/contract/countries/loading.ts'
import { country, countryAlias } from '../../src/quirks/country.ts'

beforeAll(loadCountryNames)

describe('a country', () => {
  it.each([
    ['DE', 'DE', []],
    ['de', 'DE', ['country_spelling']],
    ['DEU', 'DE', ['country_spelling']],
    ['Germany', 'DE', ['country_spelling']],
    ['UK', 'GB', ['country_spelling']],
    ['-', null, ['placeholder']],
    ['', null, ['placeholder']],
    ['Atlantis', null, ['unknown_country', 'unreadable']],
    [undefined, null, []],
    [null, null, []],
    [{}, null, ['unreadable']],
  ])('%j is %j', (given, value, quirks) => {
    expect(country(given)).toEqual({ value, quirks })
  })
})

describe('country as alias of country_code', () => {
  it.each([
    ['is read where there is no code', 'FR', null, 'FR', ['country_alias']],
    ['may be a name', 'France', null, 'FR', ['country_alias', 'country_spelling']],
    ['may say the same', 'France', 'FR', 'FR', ['country_alias']],
    ['is kept aside where it says something else', 'Germany', 'FR', 'FR', ['country_alias', 'unreadable']],
    ['may be absent', undefined, 'FR', 'FR', []],
  ])('%s', (_, alias, code, value, quirks) => {
    expect(countryAlias(alias, code)).toEqual({ value, quirks })
  })
})
