import { describe, expect, it, vi } from 'vitest'
import { countryCodes } from '../../../src/shared/countries/codes.ts'
import { countryName, describeUnknownCountry, findCountryCode } from '../../../src/shared/countries/names.ts'

describe('a country is found', () => {
  it.each([
    ['DE', 'DE'],
    [' de ', 'DE'],
    ['DEU', 'DE'],
    ['deu', 'DE'],
    ['EL', 'GR'],
    ['Deutschland', 'DE'],
    ['UK', 'GB'],
    ['Uk', 'GB'],
    ['England', 'GB'],
    ['États-Unis', 'US'],
    ['Ivory Coast', 'CI'],
    ['Macedonia', 'MK'],
    ['Kosovo', 'XK'],
    ['Georgia', 'GE'],
    ['Guyana', 'GY'],
    ['Guyane', 'GF'],
    ['Palästina', 'PS'],
    ['Island', 'IS'],
  ])('%s is %s', (given, code) => expect(findCountryCode(given)).toBe(code))
})

describe('by its official name', () => {
  it.each([
    ['Federal Republic of Germany', 'DE'],
    ['French Republic', 'FR'],
    ['Slovak Republic', 'SK'],
    ['Swiss Confederation', 'CH'],
    ['the Kingdom of the Netherlands', 'NL'],
    ['Commonwealth of Australia', 'AU'],
    ['State of Israel', 'IL'],
    ['Grand Duchy of Luxembourg', 'LU'],
    ['Hashemite Kingdom of Jordan', 'JO'],
    ['Plurinational State of Bolivia', 'BO'],
    ['Co-operative Republic of Guyana', 'GY'],
    ['Guyana, Co-operative Republic of', 'GY'],
    ['Viet Nam, Socialist Republic of', 'VN'],
    ['Independent State of Papua New Guinea', 'PG'],
    ['Federal Democratic Republic of Ethiopia', 'ET'],
    ['Union of the Comoros', 'KM'],
    ['United Kingdom of Great Britain and Northern Ireland', 'GB'],
    ['Hong Kong Special Administrative Region of the People’s Republic of China', 'HK'],
  ])('%s is %s', (given, code) => expect(findCountryCode(given)).toBe(code))
})

describe('a form of state that tells two countries apart is read', () => {
  it.each([
    ['Republic of Korea', 'KR'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Republic of the Congo', 'CG'],
    ['Democratic Republic of the Congo', 'CD'],
    ['Republic of China', 'TW'],
    ["People's Republic of China", 'CN'],
    ['Republic of Georgia', 'GE'],
    ['State of Georgia', undefined],
    ['Niger State', undefined],
    ['Republic of Dominica', undefined],
    ['Yemen, Democratic', undefined],
    ['Yemen Arab Republic', undefined],
    ['German Democratic Republic', undefined],
    ["People's Republic of Korea", undefined],
  ])('%s: %s', (given, code) => expect(findCountryCode(given)).toBe(code))
})

describe('by reordered or shortened words', () => {
  it.each([
    ['Korea, South', 'KR'],
    ['Korea, Rep.', 'KR'],
    ["Korea, Dem. People's Rep.", 'KP'],
    ['Congo, Dem. Rep.', 'CD'],
    ['Congo, Rep.', 'CG'],
    ['Iran, Islamic Rep.', 'IR'],
    ['Egypt, Arab Rep.', 'EG'],
    ['Venezuela, RB', 'VE'],
    ['Venezuela (Bolivarian Republic of)', 'VE'],
    ['Micronesia, Fed. Sts.', 'FM'],
    ['Hong Kong SAR, China', 'HK'],
    ['China, Hong Kong SAR', 'HK'],
    ['Taiwan, Province of China', 'TW'],
    ['Bahamas, The', 'BS'],
    ['Man, Isle of', 'IM'],
    ['Virgin Islands (U.S.)', 'VI'],
    ['Virgin Islands, British', 'VG'],
    ['Marshall Is.', 'MH'],
    ['Turks & Caicos Isl.', 'TC'],
    ['N. Mariana Islands', 'MP'],
    ['U.S. Minor Outlying Islands', 'UM'],
    ['St. Martin (French part)', 'MF'],
    ['Sint Maarten (Dutch part)', 'SX'],
    ['PR China', 'CN'],
    ['D.R. Congo', 'CD'],
    ['Region: Gaza', 'PS'],
    ['Tanzania, United Rep.', 'TZ'],
  ])('%s is %s', (given, code) => expect(findCountryCode(given)).toBe(code))
})

describe('by other marks and letters', () => {
  it.each([
    ['U.S.A.', 'US'],
    ['U. S. A.', 'US'],
    ['Cote d’Ivoire', 'CI'],
    ['Cote d Ivoire', 'CI'],
    ['COTE D`IVOIRE', 'CI'],
    ['Cote dIvoire', 'CI'],
    ['People s Republic of China', 'CN'],
    ['Bosnia-Herzegovina', 'BA'],
    ['Bosnia / Herzegovina', 'BA'],
    ['Timor\u2011Leste', 'TL'],
    ['Guinea\u2013Bissau', 'GW'],
    ['Republic  of\u00a0Korea', 'KR'],
    ['St.Lucia', 'LC'],
    ['Hongkong', 'HK'],
    ['SOUTHKOREA', 'KR'],
    ['Oesterreich', 'AT'],
    ['Wlochy', 'IT'],
    ['SIRBISTAN', 'RS'],
    ['l’Allemagne', 'DE'],
    ['Philippines (les)', 'PH'],
  ])('%s is %s', (given, code) => expect(findCountryCode(given)).toBe(code))
})

describe('several names are a country if they have one in common', () => {
  it.each([
    ['Swaziland/Eswatini', 'SZ'],
    ['Burma (Myanmar)', 'MM'],
    ['Macedonia (FYROM)', 'MK'],
    ['Bosnia and Herzegovina (BA)', 'BA'],
    ['Korea, Rep. of (South Korea)', 'KR'],
    ['Cocos (Keeling) Islands (CC)', 'CC'],
    ['Timor-Leste (East Timor)', 'TL'],
    ['Eswatini (formerly Swaziland)', 'SZ'],
    ['DE - Germany', 'DE'],
    ['Congo (Zaire)', 'CD'],
    ['Korea [KR]', 'KR'],
    ['England and Wales', 'GB'],
    ['Trinidad and Tobago', 'TT'],
    ['Germany/Austria', undefined],
    ['China/Taiwan', undefined],
    ['China and Hong Kong', undefined],
    ['Sudan and South Sudan', undefined],
    ['Sudan, South Sudan', undefined],
    ['Ireland & Northern Ireland', undefined],
    ['Georgia, USA', undefined],
    ['Georgia (GA)', undefined],
    ['Paris, France', undefined],
    ['US-CA', 'US'],
    ['CH, AD', undefined],
    ['US, IL', undefined],
    ['United Kingdom, Tanzania', undefined],
  ])('%s: %s', (given, code) => expect(findCountryCode(given)).toBe(code))
})

describe('a word is not a code', () => {
  it.each(['Nga', 'nga', 'Fra', 'Ind', 'No', 'Is', 'De', 'La', 'El', 'na', 'n/a', 'N.A.', 'dE', 'ß'])(
    '%s',
    given => expect(findCountryCode(given)).toBeUndefined(),
  )

  it.each([
    ['NGA', 'NG'],
    ['fra', 'FR'],
    ['no', 'NO'],
    ['NA', 'NA'],
    ['Usa', 'US'],
    ['Çad', 'TD'],
  ])('but %s is %s', (given, code) => expect(findCountryCode(given)).toBe(code))
})

describe('no country is found', () => {
  it.each([
    '',
    ' ',
    'the',
    'Republic',
    'Islands',
    'Atlantis',
    'XX',
    'EU',
    'SU',
    'New Guinea',
    'South Georgia',
    'Crimea',
    'Islamic State',
    'Turkish Republic of Northern Cyprus',
    '__proto__',
    'constructor',
    'a'.repeat(1_000_000),
  ])('for %.40s', given => expect(findCountryCode(given)).toBeUndefined())
})

describe('an ambiguous country name is refused with the countries', () => {
  it.each([
    'Korea',
    'the Congo',
    'Virgin Islands',
    'Guiana',
    'Saint-Martin',
    'Norfolk',
    'Channel Islands',
    'Netherlands Antilles',
    'Yugoslavia',
    'Serbia and Montenegro',
    'Czechoslovakia',
    'U.S.S.R.',
    'Israel/Palestine',
  ])('%s', given => {
    expect(findCountryCode(given)).toBeUndefined()
    expect(describeUnknownCountry(given)).toMatch(
      /^".*" could be [A-Z]{2}( or [A-Z]{2})+: give the ISO code$/,
    )
  })

  it.each([
    ['Korea', '"Korea" could be KP or KR: give the ISO code'],
    [' korea, the', '"korea, the" could be KP or KR: give the ISO code'],
    ['Virgin Islands', '"Virgin Islands" could be VG or VI: give the ISO code'],
    ['Germany/France/Spain', '"Germany/France/Spain" could be DE or FR or ES: give the ISO code'],
  ])('%s, which names the countries', (given, sentence) => {
    expect(describeUnknownCountry(given)).toBe(sentence)
  })
})

describe('an unknown country is not quoted, because it may be personal data in the wrong field', () => {
  it.each([
    'Germny',
    'Nowhere',
    'Berlin',
    'Ilse Brandt',
    'Ilse-Secret-1961',
    'Nordwind GmbH',
    'unknown',
    'company',
    'Maria',
    'Irn',
    'GER',
    'XX',
    '日本国',
    '',
    '__proto__',
    `Korea${' '.repeat(1_000_000)}`,
    'z'.repeat(1_000_000),
  ])('%.20j', given => {
    expect(describeUnknownCountry(given)).toBe(
      'must be a country: a 2-letter or 3-letter ISO code, or a name such as Germany',
    )
  })
})

it('every code has a name by which it is found', () => {
  expect(countryCodes).toHaveLength(250)
  for (const code of countryCodes) {
    expect(countryName(code)).not.toBe(code)
    expect([code, findCountryCode(countryName(code))]).toEqual([code, code])
  }
})

describe('in another runtime', () => {
  async function namesWith(displayNames: unknown) {
    vi.resetModules()
    vi.stubGlobal('Intl', { DisplayNames: displayNames })
    const { countryName: nameOf, ...names } = await import('../../../src/shared/countries/names.ts')
    const shown = countryCodes.map(nameOf)
    const whyNot = names.describeUnknownCountry('Germny')
    return { shown, whyNot, ...names, end: () => vi.unstubAllGlobals() }
  }

  it('without names of countries, only codes are accepted, and the message explains it', async () => {
    const { findCountryCode: find, shown, whyNot, end } = await namesWith(undefined)
    expect(['DE', 'deu', 'UK', 'Germany', 'Holland'].map(find)).toEqual([
      'DE',
      'DE',
      'GB',
      undefined,
      undefined,
    ])
    expect(whyNot).toBe(
      'must be a 2-letter or 3-letter ISO code: this runtime has no Intl.DisplayNames, and so no names of countries',
    )
    expect(shown).toEqual(countryCodes)
    end()
  })

  // All that the releases 31 (2017) to 48 (2025) of the Unicode CLDR have called otherwise.
  const older: Record<string, string> = {
    MK: 'Macedonia',
    MO: 'Macau SAR China',
    SZ: 'Swaziland',
    TR: 'Turkey',
  }

  it('with older names of countries, each country has the same name, and both names are found', async () => {
    const { DisplayNames } = Intl
    class Older extends DisplayNames {
      override of(code: string) {
        return this.resolvedOptions().locale === 'en' ? (older[code] ?? super.of(code)) : super.of(code)
      }
    }
    const { findCountryCode: find, shown, end } = await namesWith(Older)
    expect(shown).toEqual(countryCodes.map(countryName))
    for (const [code, name] of Object.entries(older))
      expect([name, 'Türkiye', countryName(code)].map(find)).toEqual([code, 'TR', code])
    end()
  })
})

it('a country has the same name in every runtime', async () => {
  const names = countryCodes.map(code => `${code} ${countryName(code)}`)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(names.join('\n')))
  expect(Buffer.from(digest).toString('hex').slice(0, 16)).toBe('b7b388e1224d7cdf')
})

it('100 characters that decompose into many take milliseconds', () => {
  const hostile = ['\ufdfa', '/a', ' and ', '- ', 'd ', '(Korea)', 'e\u0301']
  findCountryCode('Atlantis')
  const start = performance.now()
  for (const piece of hostile) findCountryCode(piece.repeat(100).slice(0, 99).trim())
  expect(performance.now() - start).toBeLessThan(250)
})
