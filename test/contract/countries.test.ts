import { describe, expect, it } from 'vitest'
import {
  countryCodes,
  countryName,
  findCountryCode,
  isAmbiguousCountry,
} from '../../src/contract/countries.ts'

describe('a country is found', () => {
  it.each([
    ['DE', 'DE'],
    [' de ', 'DE'],
    ['DEU', 'DE'],
    ['Deutschland', 'DE'],
    ['Federal Republic of Germany', 'DE'],
    ['UK', 'GB'],
    ['England', 'GB'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['États-Unis', 'US'],
    ['South Korea', 'KR'],
    ['Korea, South', 'KR'],
    ['Korea, Republic of', 'KR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ["Côte d'Ivoire", 'CI'],
    ['Cote d’Ivoire', 'CI'],
    ['Ivory Coast', 'CI'],
    ['Congo, Republic of the', 'CG'],
    ['Democratic Republic of the Congo', 'CD'],
    ['The Netherlands', 'NL'],
    ['Bahamas, The', 'BS'],
    ['Saint Lucia', 'LC'],
    ['St. Lucia', 'LC'],
    ['Republic of China', 'TW'],
    ["People's Republic of China", 'CN'],
    ['Venezuela (Bolivarian Republic of)', 'VE'],
    ['Türkiye', 'TR'],
    ['Macedonia', 'MK'],
    ['Kosovo', 'XK'],
  ])('%s is %s', (given, code) => expect(findCountryCode(given)).toBe(code))
})

describe('nothing is found', () => {
  it.each([
    '',
    ' ',
    'Atlantis',
    'XX',
    'EU',
    'SU',
    'Korea',
    'Congo',
    '__proto__',
    'constructor',
    'a'.repeat(1_000_000),
  ])('for %.20s', given => expect(findCountryCode(given)).toBeUndefined())
})

it.each([
  ['Korea', true],
  ['the Congo', true],
  ['Korea, South', false],
  ['Republic of Korea', false],
  ['Atlantis', false],
  ['', false],
  ['__proto__', false],
  [`Korea${' '.repeat(1_000_000)}`, false],
])('that %.20j could be two countries: %s', (given, isAmbiguous) => {
  expect(isAmbiguousCountry(given)).toBe(isAmbiguous)
})

it('every code has a name that leads back to it', () => {
  expect(countryCodes()).toHaveLength(250)
  for (const code of countryCodes()) expect([code, findCountryCode(countryName(code))]).toEqual([code, code])
})
