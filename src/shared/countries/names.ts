import { memoize } from '../memoize.ts'
import { typingErrors } from '../text/nearest.ts'
import { aliases, ambiguous, shownNames } from './aliases.ts'
import { codeOfAlpha3, countryCodes, isCountryCode } from './codes.ts'
import { keysOf, namesAlternatives, partsOf, tableKeysOf, wholeKeysOf } from './spelling.ts'

/** Languages besides English in which country names are understood, where the runtime has their names. */
const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'tr']

/** The European Union's own codes. */
const unionCodes = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

/** In small letters these are rather "not available" and Vietnamese for Russia than Namibia and Nigeria. */
const noCodes = new Set(['na', 'nga'])

/** More countries than this are no help to choose from. */
const mostNear = 3

/** Codes by key: one of a country's names, several of a name that they share. */
type CodesByKey = Map<string, readonly string[]>

interface English {
  /** The name to show, by code; empty where the runtime has no names. */
  readonly shown: ReadonlyMap<string, string>
  readonly codes: CodesByKey
}

let english: English | undefined
let foreign: CodesByKey | undefined

/**
 * The 2-letter code of a country given by code, alpha-3 code or name, with or without accents; undefined where it names no
 * country, or more than one ("Korea", "Congo"). A code is written in capitals or in small letters: `Nga` is a word.
 */
export function findCountryCode(country: string): string | undefined {
  const given = country.trim()
  // No country has a longer name; the folding below should not be made to work through a hostile one.
  if (given.length > 100) return undefined
  return codeOf(given) ?? onlyReadingOf(given)
}

/**
 * What is wrong with what {@link findCountryCode} finds no code for: the countries that it could be, or is close to. Only a
 * name of countries is quoted: any other text may be personal data that got into the wrong field.
 */
export function whyNoCountry(given: string): string {
  if (readEnglish().shown.size === 0)
    return 'must be a 2-letter or 3-letter ISO code: this runtime has no Intl.DisplayNames, and so no names of countries'
  if (given.length <= 100) {
    const readings = readingsOf(given)
    if (readings.length > 1)
      return `${JSON.stringify(given.trim())} could be ${listed(readings)}: give the ISO code`
    const meant = nearCountries(given)
    if (meant.length > 0)
      return `names no country: did you mean ${listed(meant.map(code => `${countryName(code)} (${code})`))}?`
  }
  return 'must be a country: a 2-letter or 3-letter ISO code, or a name such as Germany'
}

/** True for a country, or a name that could be it among others: "Korea" could be KR. */
export function couldBeCountry(country: string, code: string): boolean {
  return findCountryCode(country) === code || (country.length <= 100 && readingsOf(country).includes(code))
}

/** The English short name of a country code, such as "Germany" for DE; the code where the runtime has no names. */
export function countryName(code: string): string {
  return readEnglish().shown.get(code) ?? code
}

function codeOf(text: string): string | undefined {
  // Only plain letters: ß in capitals would be the code of South Sudan.
  if (!/^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(text) || noCodes.has(text)) return undefined
  const capitals = text.toUpperCase()
  return isCountryCode(capitals) ? capitals : (unionCodes.get(capitals) ?? codeOfAlpha3(capitals))
}

/** A portfolio names a few countries a thousand times each. */
const onlyReadingOf = memoize(name => {
  const [code, ...others] = readingsOf(name)
  return others.length === 0 ? code : undefined
})

/** The countries that a text could name: as a whole, or else those that its parts have in common, or each for itself. */
function readingsOf(text: string): readonly string[] {
  const whole = readingsOfName(text)
  if (whole.length === 1 && !namesAlternatives(text)) return whole
  for (const parts of partsOf(text)) {
    const readings = parts.map(part => [codeOf(part.trim()) ?? readingsOfName(part)].flat())
    if (readings.some(({ length }) => length === 0)) continue
    const common = readings.reduce((all, part) => all.filter(code => part.includes(code)))
    return common.length > 0 ? common : [...new Set(readings.flat())]
  }
  return whole
}

/** English decides where two languages disagree. */
function readingsOfName(name: string): readonly string[] {
  const inEnglish = firstOf(keysOf(name), readEnglish().codes)
  if (inEnglish !== undefined) return inEnglish
  // Three plain letters are a code, or a slip for one, rather than a name without its accents: Çad is Chad, CAD is nobody.
  if (/^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(name.trim())) return []
  return firstOf(wholeKeysOf(name), readForeign()) ?? []
}

function firstOf(keys: string[], codes: CodesByKey): readonly string[] | undefined {
  return keys.map(key => codes.get(key)).find(found => found !== undefined)
}

/** The countries whose names a misspelt one is closest to: as one word, for a misspelt word takes another place among several. */
function nearCountries(name: string): string[] {
  let codes = new Set<string>()
  let fewest = Number.POSITIVE_INFINITY
  const known = [...readEnglish().codes, ...readForeign()]
  for (const given of keysOf(name).filter(isOneWord)) {
    for (const [key, of] of known) {
      // Typing errors leave one end of a name as it is, nearly always.
      if (!(key.startsWith(given.slice(0, 2)) || key.endsWith(given.slice(-2))) || !isOneWord(key)) continue
      const errors = typingErrors(given, key)
      if (errors === undefined || errors > fewest) continue
      codes = new Set(errors < fewest ? of : [...codes, ...of])
      fewest = errors
    }
  }
  return codes.size > mostNear ? [] : [...codes].sort()
}

function isOneWord(key: string): boolean {
  return !key.includes(' ')
}

/** "KP or KR", "BQ, CW or SX". */
function listed(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(' or ')
}

function readEnglish(): English {
  if (english !== undefined) return english
  const shown = new Map<string, string>()
  const codes: CodesByKey = new Map()
  const add = (name: string, of: readonly string[]) => {
    for (const key of tableKeysOf(name)) codes.set(key, of)
  }
  for (const [code, name] of namesIn('en')) {
    add(name, [code])
    shown.set(code, shownAs(name))
  }
  if (shown.size > 0) {
    for (const [[code = ''], names] of entriesOf(shownNames)) shown.set(code, names[0] ?? code)
    for (const [code, name] of shown) add(name, [code])
    for (const [of, names] of [...entriesOf(aliases), ...entriesOf(ambiguous)])
      for (const name of names) add(name, of)
  }
  english = { shown, codes }
  return english
}

/** What versions of the runtime's data differ in is left out. */
function shownAs(name: string): string {
  return name.replace(' & ', ' and ').replace('St. ', 'Saint ').replace(' SAR China', '').replace('’', "'")
}

function entriesOf(text: string): (readonly [codes: string[], names: string[]])[] {
  const entries = text.replace(/\s+/g, ' ').split('; ')
  return entries.map(entry => {
    const [codes = '', names = ''] = entry.split('=')
    return [codes.split(' '), names.split('|')]
  })
}

function readForeign(): CodesByKey {
  if (foreign !== undefined) return foreign
  foreign = new Map()
  for (const [code, name] of languages.flatMap(language => namesIn(language))) {
    for (const key of tableKeysOf(name)) {
      const known = foreign.get(key) ?? []
      // Shorter ones look like codes: RU is the United Kingdom in Spanish.
      if (key.length > 2 && !known.includes(code)) foreign.set(key, [...known, code])
    }
  }
  return foreign
}

/** Not every engine has the names: React Native's lacks them. */
function namesIn(language: string): (readonly [code: string, name: string])[] {
  try {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    const shortNames = new Intl.DisplayNames([language], { type: 'region', style: 'short' })
    // The short name is no part of the long one: `Palästina`, and in German `Palästinensische Autonomiegebiete`.
    const short = ['MO', 'PS'].map(code => [code, shortNames.of(code) ?? code] as const)
    return [...short, ...countryCodes().map(code => [code, names.of(code) ?? code] as const)]
  } catch {
    return []
  }
}
