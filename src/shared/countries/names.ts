import { memoize } from '../memoize.ts'
import { aliases, ambiguous, shownNames } from './aliases.ts'
import { codesOfOthers, countryCodes, isCountryCode } from './codes.ts'
import { keysOf, partsOf, tableKeysOf } from './spelling.ts'

/** Languages besides English in which country names are understood, where the runtime has their names. */
const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'tr']

/** A name of one country, or one that several share. */
type Named = readonly [codes: readonly string[], name: string]

type CodesByKey = ReadonlyMap<string, readonly string[]>

let english: CodesByKey | undefined
let foreign: CodesByKey | undefined

/** No country has a longer name; a hostile one should not be folded. */
const longest = 100

/**
 * The 2-letter code of a country given by code, alpha-3 code or name, with or without accents; undefined where it names no
 * country, or more than one ("Korea", "Congo"). A code is written in capitals or in small letters: `Nga` is a word.
 */
export function findCountryCode(country: string): string | undefined {
  if (isCountryCode(country)) return country
  const given = country.trim()
  return given.length > longest ? undefined : (codeOf(given) ?? onlyReadingOf(given))
}

/**
 * What is wrong with what {@link findCountryCode} finds no code for. Only a name of several countries is quoted: any other text
 * may be personal data that got into the wrong field.
 */
export function whyNoCountry(given: string): string {
  if (namesIn('en').length === 0)
    return 'must be a 2-letter or 3-letter ISO code: this runtime has no Intl.DisplayNames, and so no names of countries'
  const readings = given.length > longest ? [] : readingsOf(given)
  return readings.length > 1
    ? `${JSON.stringify(given.trim())} could be ${readings.join(' or ')}: give the ISO code`
    : 'must be a country: a 2-letter or 3-letter ISO code, or a name such as Germany'
}

/** The English short name of a country code, such as "Germany" for DE; the code where the runtime has no names. */
export const countryName = memoize(code => {
  const [, name = code] = namesIn('en').find(([[one]]) => one === code) ?? []
  const [, own = name] = entriesOf(shownNames).find(([[one]]) => one === code && name !== code) ?? []
  // What versions of the runtime's data differ in is left out.
  return own.replace(' & ', ' and ').replace('St. ', 'Saint ').replace(' SAR China', '').replace('’', "'")
})

function codeOf(text: string): string | undefined {
  // Only plain letters: ß in capitals would be the code of South Sudan. The two are "not available", and Vietnamese for Russia.
  if (!/^(?:[A-Z]{2,3}|(?!na$|nga$)[a-z]{2,3})$/.test(text)) return undefined
  const capitals = text.toUpperCase()
  return isCountryCode(capitals) ? capitals : codesOfOthers.get(capitals)
}

/** A portfolio names a few countries a thousand times each. */
const onlyReadingOf = memoize(name => {
  const [code, ...others] = readingsOf(name)
  return others.length === 0 ? code : undefined
})

/** The countries that a text could name: those that its parts have in common, or each for itself. */
function readingsOf(text: string): readonly string[] {
  for (const parts of partsOf(text)) {
    const readings = parts.map(part => [codeOf(part.trim()) ?? readingsOfName(part)].flat())
    if (readings.some(({ length }) => length === 0)) continue
    const common = readings.reduce((all, part) => all.filter(code => part.includes(code)))
    return common.length > 0 ? common : [...new Set(readings.flat())]
  }
  return []
}

/** English decides where two languages disagree. */
function readingsOfName(name: string): readonly string[] {
  const keys = keysOf(name)
  english ??= tableOf(namesInEnglish())
  const inEnglish = firstOf(keys, english)
  // Three plain letters are a code, or a slip for one, rather than a name without its accents: Çad is Chad, CAD is nobody.
  if (inEnglish !== undefined || /^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(name.trim())) return inEnglish ?? []
  foreign ??= tableOf(languages.flatMap(namesIn))
  // Two letters look like a code: RU is the United Kingdom in Spanish.
  return (
    firstOf(
      keys.filter(key => key.length > 2),
      foreign,
    ) ?? []
  )
}

function firstOf(keys: string[], codes: CodesByKey): readonly string[] | undefined {
  return keys.map(key => codes.get(key)).find(found => found !== undefined)
}

function tableOf(names: readonly Named[]): CodesByKey {
  const table = new Map<string, readonly string[]>()
  for (const [codes, name] of names)
    for (const key of tableKeysOf(name)) table.set(key, [...new Set([...(table.get(key) ?? []), ...codes])])
  return table
}

function namesInEnglish(): readonly Named[] {
  const names = namesIn('en')
  if (names.length === 0) return []
  const shown = countryCodes.map((code): Named => [[code], countryName(code)])
  return [...names, ...shown, ...entriesOf(aliases), ...entriesOf(ambiguous)]
}

function entriesOf(text: string): Named[] {
  const entries = text.replace(/\s+/g, ' ').split('; ')
  return entries.flatMap(entry => {
    const [codes = '', names = ''] = entry.split('=')
    return names.split('|').map((name): Named => [codes.split(' '), name])
  })
}

/** Long and short names. Not every engine has them: React Native's lacks them. */
const namesIn = memoize((language): readonly Named[] => {
  try {
    return (['long', 'short'] as const).flatMap(style => {
      const names = new Intl.DisplayNames([language], { type: 'region', style })
      return countryCodes.map((code): Named => [[code], names.of(code) ?? code])
    })
  } catch {
    return []
  }
})
