import { describe, expect, it } from 'vitest'
import { aliases, ambiguousNames, preferredNames } from '../../../src/shared/countries/aliases.ts'
import { countryCodes } from '../../../src/shared/countries/codes.ts'
import { findCountryCode } from '../../../src/shared/countries/names.ts'
import { lookupKeys, tableKeys } from '../../../src/shared/countries/spelling.ts'

interface Entry {
  readonly codes: string
  readonly name: string
}

const given = entriesOf(aliases)
const shared = entriesOf(ambiguousNames)
const ofRuntime = namesIn('en')
const countryNames = [...entriesOf(preferredNames), ...given]

function entriesOf(text: string): Entry[] {
  return text.split(/;\s+/).flatMap(entry => {
    const [codes = '', names = ''] = entry.replace(/\s+/g, ' ').split('=')
    return names.split('|').map(name => ({ codes, name }))
  })
}

function namesIn(language: string): Entry[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return countryCodes.map(codes => ({ codes, name: names.of(codes) ?? codes }))
}

describe('the aliases of countries', () => {
  it('belong to existing codes, and ambiguous ones to several', () => {
    for (const { codes } of countryNames) expect(countryCodes).toContain(codes)
    for (const codes of shared.map(({ codes }) => codes.split(' '))) {
      expect(codes.length).toBeGreaterThan(1)
      expect(countryCodes).toEqual(expect.arrayContaining(codes))
    }
  })

  it('have no name twice', () => {
    const owners = new Map<string, string>()
    for (const { codes, name } of [...countryNames, ...shared]) {
      for (const key of tableKeys(name)) {
        expect([key, owners.get(key) ?? codes]).toEqual([key, codes])
        owners.set(key, codes)
      }
    }
  })

  it('contain no name that is found without them, except for older runtimes', () => {
    const owners = [...countryNames, ...shared, ...ofRuntime].map(entry => ({
      ...entry,
      keys: tableKeys(entry.name),
    }))
    const idle = given.filter(({ codes, name }) => {
      const others = owners.filter(other => other.name !== name)
      const found = lookupKeys(name).flatMap(key => others.filter(({ keys }) => keys.includes(key)))[0]
      return found?.codes === codes
    })
    expect(['Türkiye', 'Swaziland']).toEqual(expect.arrayContaining(idle.map(({ name }) => name)))
  })
})

describe('an alias is found', () => {
  const ways: Record<string, (name: string, code: string) => string> = {
    'as it is': name => name,
    'in capitals': name => name.toUpperCase(),
    'in small letters': name => name.toLowerCase(),
    'without accents': name => name.normalize('NFD').replace(/\p{M}/gu, ''),
    decomposed: name => name.normalize('NFD'),
    'with hyphens': name => name.replaceAll(' ', '-'),
    'with non-breaking hyphens': name => name.replaceAll(/[ -]/g, '\u2011'),
    'with dashes': name => name.replaceAll(/[ -]/g, '\u2013'),
    'with two spaces': name => `  ${name.replaceAll(' ', '  ')}  `,
    'with no-break spaces': name => name.replaceAll(' ', '\u00a0'),
    'with &': name => name.replaceAll(' and ', ' & '),
    'with an article': name => `The ${name}`,
    'with an article at the end': name => `${name}, The`,
    'twice, with its code': (name, code) => `${name} / ${code} / ${name}`,
    'with its code': (name, code) => `${name} (${code})`,
    'without apostrophes': name => name.replaceAll("'", ''),
    'with spaces for apostrophes': name => name.replaceAll("'", ' '),
    'with curly apostrophes': name => name.replaceAll("'", '’'),
  }

  it.each(Object.entries(ways))('%s', (_, write) => {
    const written = countryNames.map(({ codes, name }) => [write(name, codes), codes])
    expect(written.map(([text = '']) => [text, findCountryCode(text)])).toEqual(written)
  })
})

describe("the runtime's names", () => {
  it.each(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'tr'])(
    'are found in %s, except for ambiguous ones',
    language => {
      const refused = namesIn(language).flatMap(({ codes, name }) =>
        findCountryCode(name) === codes ? [] : [codes],
      )
      expect(['CD', 'CG', 'GY', 'MF', 'NF']).toEqual(expect.arrayContaining(refused))
    },
  )
})
