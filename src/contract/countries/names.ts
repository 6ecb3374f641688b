import { remembering } from '../words/remembering.ts'
import { codeOfAlpha3, countryCodes, isCountryCode } from './codes.ts'
import { createNearCountries } from './near.ts'
import { keysOf, namesAlternatives, partsOf, tableKeysOf, wholeKeysOf } from './spelling.ts'
import { ambiguousTable, countryTable } from './table.ts'

/** Languages besides English in which country names are understood, where the runtime has their names. */
const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'tr']

/** Where the short name is no part of the long one: `Palästina`, and in German `Palästinensische Autonomiegebiete`. */
const shortlyNamed = ['MO', 'PS']

/** The European Union's own codes. */
const unionCodes = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

/** In small letters these are rather "not available" and Vietnamese for Russia than Namibia and Nigeria. */
const noCodes = new Set(['na', 'nga'])

interface EnglishNames {
  /** The name to show, by code. */
  readonly shown: Map<string, string>
  /** Codes by key: one of a country's names, several of a name that they share. */
  readonly codes: Map<string, string[]>
}

let english: EnglishNames | undefined
let foreign: Map<string, string[]> | undefined
let nearEnglish: ((name: string) => string[]) | undefined
let nearForeign: ((name: string) => string[]) | undefined

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
  if (given.length <= 100) {
    const readings = readingsOf(given)
    if (readings.length > 1)
      return `${JSON.stringify(given.trim())} could be ${listed(readings)}: give the ISO code`
    const near = nearCountries(given)
    if (near.length > 0)
      return `names no country: did you mean ${listed(near.map(code => `${countryName(code)} (${code})`))}?`
  }
  return 'must be a country: a 2-letter or 3-letter ISO code, or a name such as Germany'
}

/** True for a country, or a name that could be it among others: "Korea" could be KR. */
export function couldBeCountry(country: string, code: string): boolean {
  const found = findCountryCode(country)
  return found === undefined ? country.length <= 100 && readingsOf(country).includes(code) : found === code
}

/** The English short name of a country code, such as "Germany" for DE. */
export function countryName(code: string): string {
  return readEnglishNames().shown.get(code) ?? code
}

function codeOf(text: string): string | undefined {
  // Only plain letters: ß in capitals would be the code of South Sudan.
  if (!/^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(text) || noCodes.has(text)) return undefined
  const capitals = text.toUpperCase()
  return isCountryCode(capitals) ? capitals : (unionCodes.get(capitals) ?? codeOfAlpha3(capitals))
}

/** A portfolio names a few countries a thousand times each. */
const onlyReadingOf = remembering(name => {
  const [code, ...others] = readingsOf(name)
  return others.length === 0 ? code : undefined
})

/** The countries that a text could name: as a whole, or else those that its parts have in common, or each for itself. */
function readingsOf(text: string): string[] {
  const whole = readingsOfName(text)
  if (whole.length === 1 && !namesAlternatives(text)) return whole
  const parts = partsOf(text).map(readingsOfPart)
  const isEachNamed = parts.every(part => part.length > 0)
  if (parts.length === 0 || (whole.length === 1 && !isEachNamed)) return whole
  const common = parts.reduce((all, part) => all.filter(code => part.includes(code)))
  if (common.length > 0) return common
  return isEachNamed ? [...new Set(parts.flat())] : whole
}

function readingsOfPart(part: string): string[] {
  const code = codeOf(part)
  return code === undefined ? readingsOf(part) : [code]
}

/** English decides where two languages disagree. */
function readingsOfName(name: string): string[] {
  const inEnglish = firstOf(keysOf(name), readEnglishNames().codes)
  if (inEnglish !== undefined) return inEnglish
  // Three plain letters are a code, or a slip for one, rather than a name without its accents: Çad is Chad, CAD is nobody.
  if (/^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(name.trim())) return []
  return firstOf(wholeKeysOf(name), readForeignNames()) ?? []
}

function firstOf(keys: string[], codes: Map<string, string[]>): string[] | undefined {
  return keys.map(key => codes.get(key)).find(found => found !== undefined)
}

/** The countries that a misspelt name is close to: in English, or else in another language. */
function nearCountries(name: string): string[] {
  nearEnglish ??= createNearCountries(readEnglishNames().codes)
  const inEnglish = nearEnglish(name)
  if (inEnglish.length > 0) return inEnglish
  nearForeign ??= createNearCountries(readForeignNames())
  return nearForeign(name)
}

/** "KP or KR", "BQ, CW or SX". */
function listed(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(' or ')
}

function readEnglishNames(): EnglishNames {
  if (english !== undefined) return english
  const shown = new Map<string, string>()
  const codes = new Map<string, string[]>()
  for (const line of `${countryTable}${ambiguousTable}`.trim().split('\n')) {
    const [code = '', names = ''] = line.split('=')
    const [name = '', ...others] = names.split('|')
    shown.set(code, name)
    for (const key of [name, ...others].flatMap(tableKeysOf)) codes.set(key, code.split(' '))
  }
  english = { shown, codes }
  return english
}

function readForeignNames(): Map<string, string[]> {
  if (foreign !== undefined) return foreign
  const codes = new Map<string, string[]>()
  for (const [name, code] of languages.flatMap(foreignNames)) {
    for (const key of tableKeysOf(name)) {
      const known = codes.get(key) ?? []
      // Shorter ones look like codes: RU is the United Kingdom in Spanish.
      if (key.length > 2 && !known.includes(code)) codes.set(key, [...known, code])
    }
  }
  foreign = codes
  return codes
}

/** Not every engine has the names (React Native's lacks them): codes and English names then still work. */
function foreignNames(language: string): [name: string, code: string][] {
  try {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    const shortNames = new Intl.DisplayNames([language], { type: 'region', style: 'short' })
    return [
      ...countryCodes().map((code): [string, string] => [names.of(code) ?? code, code]),
      ...shortlyNamed.map((code): [string, string] => [shortNames.of(code) ?? code, code]),
    ]
  } catch {
    return []
  }
}
