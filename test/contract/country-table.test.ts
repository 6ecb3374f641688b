import { describe, expect, it } from 'vitest'
import { countryCodes } from '../../src/contract/countries/codes.ts'
import { findCountryCode } from '../../src/contract/countries/names.ts'
import { keysOf, tableKeysOf } from '../../src/contract/countries/spelling.ts'
import { ambiguousTable, countryTable } from '../../src/contract/countries/table.ts'

const entries = [...entriesOf(countryTable), ...entriesOf(ambiguousTable)]
const countryNames = entriesOf(countryTable).flatMap(({ codes, names }) =>
  names.map(name => ({ code: codes, name })),
)

function entriesOf(table: string): { codes: string; names: string[] }[] {
  return table
    .trim()
    .split('\n')
    .map(line => ({
      codes: line.slice(0, line.indexOf('=')),
      names: line.slice(line.indexOf('=') + 1).split('|'),
    }))
}

describe('the table of country names', () => {
  it('has a line for each code, in order, and knows the codes of ambiguous names', () => {
    expect(entriesOf(countryTable).map(({ codes }) => codes)).toEqual(countryCodes())
    const shared = entriesOf(ambiguousTable).map(({ codes }) => codes.split(' '))
    for (const codes of shared) {
      expect(codes.length).toBeGreaterThan(1)
      expect(countryCodes()).toEqual(expect.arrayContaining(codes))
    }
  })

  it('gives no name to two lines', () => {
    const owners = new Map<string, string>()
    for (const { codes, names } of entries) {
      for (const key of names.flatMap(tableKeysOf)) {
        expect([key, owners.get(key) ?? codes]).toEqual([key, codes])
        owners.set(key, codes)
      }
    }
  })

  it('holds nothing that is found without it', () => {
    const owners = entries.flatMap(({ codes, names }) =>
      names.map(name => ({ codes, name, keys: tableKeysOf(name) })),
    )
    const idle = owners.filter(({ codes, name }) => {
      const others = owners.filter(other => other.name !== name)
      const found = keysOf(name).flatMap(key => others.filter(({ keys }) => keys.includes(key)))[0]
      return found?.codes === codes && !entries.some(({ names }) => names[0] === name)
    })
    expect(idle.map(({ name }) => name)).toEqual([])
  })
})

describe('a name of the table is found', () => {
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
    const given = countryNames.map(({ code, name }) => [write(name, code), code])
    expect(given.map(([text = '']) => [text, findCountryCode(text)])).toEqual(given)
  })
})

describe("the runtime's names", () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const tags = letters.flatMap(a => letters.flatMap(b => ['', ...letters].map(c => `${a}${b}${c}`)))

  it.each(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'tr'])(
    'in %s are found, but for those that several countries share',
    language => {
      const names = new Intl.DisplayNames([language], { type: 'region' })
      const refused = countryCodes().filter(code => findCountryCode(names.of(code) ?? '') !== code)
      expect(['CD', 'CG', 'GY', 'MF', 'NF']).toEqual(expect.arrayContaining(refused))
    },
  )

  it('in any language give no other country', { timeout: 60_000 }, () => {
    // In Kirundi Guyana is `Guyane`, which is French Guiana in French.
    const wrong = Intl.DisplayNames.supportedLocalesOf(tags).flatMap(language => {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
      return countryCodes().flatMap(code => {
        const name = names.of(code)
        const found = name === undefined ? undefined : findCountryCode(name)
        return found === undefined || found === code || name === 'Guyane'
          ? []
          : [`${language}: ${name} is ${found}`]
      })
    })
    expect(wrong).toEqual([])
  })
})
