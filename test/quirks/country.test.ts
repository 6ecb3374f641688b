import { describe, expect, it } from 'vitest'
import { isoCountryCode } from '../../src/quirks/scalar.ts'
import { readAlone } from './read-alone.ts'

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
    expect(readAlone(isoCountryCode, given)).toEqual({ value, quirks })
  })
})
