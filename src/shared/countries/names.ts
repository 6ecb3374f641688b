import { memoize } from '../memoize.ts'
import { aliases, ambiguousNames, preferredNames } from './aliases.ts'
import { alternativeCodes, countryCodes, countryOfSubdivision, isCountryCode } from './codes.ts'
import { lookupKeys, splitNames, tableKeys } from './spelling.ts'

/**
 * Languages, besides English, in which country names are accepted if the runtime has names in that language.
 */
export const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'tr']

/** A country name, with the codes of all countries that it may mean. */
type NamedCodes = readonly [codes: readonly string[], name: string]

type CodesByKey = ReadonlyMap<string, readonly string[]>

let english: CodesByKey | undefined
let foreign: CodesByKey | undefined

/** The maximum length of a country name. Longer strings are not looked up, because a look-up takes time. */
const maxNameLength = 100

/**
 * Finds a country's 2-letter code from its 2-letter or 3-letter code, the ISO 3166-2 code of a subdivision (`US-DE`), or its
 * name with or without accents. Returns undefined for an unknown or ambiguous name ("Korea", "Congo"). A code must be in
 * capitals or in lower case: `Nga` is treated as a name.
 */
export function findCountryCode(country: string): string | undefined {
  if (isCountryCode(country)) return country
  const trimmed = country.trim()
  return trimmed.length > maxNameLength
    ? undefined
    : (parseCode(trimmed) ?? countryOfSubdivision(trimmed) ?? findOnlyReading(trimmed))
}

/**
 * Explains why {@link findCountryCode} finds no code. Only an ambiguous country name is quoted: any other string may be personal
 * data in the wrong field.
 */
export function describeUnknownCountry(country: string): string {
  if (namesInLanguage('en').length === 0)
    return 'must be a 2-letter or 3-letter ISO code: this runtime has no Intl.DisplayNames, and so no names of countries'
  const readings = country.length > maxNameLength ? [] : findReadings(country)
  return readings.length > 1
    ? `${JSON.stringify(country.trim())} could be ${readings.join(' or ')}: give the ISO code`
    : 'must be a country: a 2-letter or 3-letter ISO code, or a name such as Germany'
}

/** Returns the English short name of a country, such as "Germany" for DE; the code if the runtime has no names. */
export const countryName = memoize(code => {
  const [, name = code] = namesInLanguage('en').find(([[entryCode]]) => entryCode === code) ?? []
  const [, preferredName = name] =
    parseEntries(preferredNames).find(([[entryCode]]) => entryCode === code && name !== code) ?? []
  // Removes differences in spelling between runtimes, which have different versions of the Intl country
  // names.
  return preferredName
    .replace(' & ', ' and ')
    .replace('St. ', 'Saint ')
    .replace(' SAR China', '')
    .replace('’', "'")
})

function parseCode(text: string): string | undefined {
  // A code has only plain letters: ß in capitals would become SS, the code of South Sudan. `na` and `nga` are
  // not codes, because `na` means "not available" and `nga` is Vietnamese for Russia.
  if (!/^(?:[A-Z]{2,3}|(?!na$|nga$)[a-z]{2,3})$/.test(text)) return undefined
  const capitals = text.toUpperCase()
  return isCountryCode(capitals) ? capitals : alternativeCodes.get(capitals)
}

/**
 * Finds the only country that a name may mean. Cached, because a portfolio contains the same few countries
 * many times.
 */
const findOnlyReading = memoize(name => {
  const [code, ...others] = findReadings(name)
  return others.length === 0 ? code : undefined
})

/**
 * Finds the countries that a string may mean. If the string has several parts, returns the countries that all parts may mean; if
 * there are none, those that any part may mean.
 */
function findReadings(text: string): readonly string[] {
  for (const parts of splitNames(text)) {
    const readings = parts.map(part => [parseCode(part.trim()) ?? findNameReadings(part)].flat())
    if (readings.some(({ length }) => length === 0)) continue
    const common = readings.reduce((all, part) => all.filter(code => part.includes(code)))
    return common.length > 0 ? common : [...new Set(readings.flat())]
  }
  return []
}

/** Finds the countries that have this name. English takes precedence over other languages. */
function findNameReadings(name: string): readonly string[] {
  const keys = lookupKeys(name)
  english ??= createTable(listEnglishNames())
  const englishCodes = findFirst(keys, english)
  // Three plain letters are treated as a code, not as a name without accents: CAD is not a country code,
  // although Çad is Turkish for Chad.
  if (englishCodes !== undefined || /^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(name.trim())) return englishCodes ?? []
  foreign ??= createTable(languages.flatMap(namesInLanguage))
  // Skips two-letter names, because they look like codes: `RU` is the code of Russia, but also a Spanish abbreviation for the
  // United Kingdom.
  return (
    findFirst(
      keys.filter(key => key.length > 2),
      foreign,
    ) ?? []
  )
}

function findFirst(keys: string[], codes: CodesByKey): readonly string[] | undefined {
  return keys.map(key => codes.get(key)).find(codesOfKey => codesOfKey !== undefined)
}

function createTable(names: readonly NamedCodes[]): CodesByKey {
  const table = new Map<string, readonly string[]>()
  for (const [codes, name] of names)
    for (const key of tableKeys(name)) table.set(key, [...new Set([...(table.get(key) ?? []), ...codes])])
  return table
}

function listEnglishNames(): readonly NamedCodes[] {
  const names = namesInLanguage('en')
  if (names.length === 0) return []
  const preferred = countryCodes.map((code): NamedCodes => [[code], countryName(code)])
  return [...names, ...preferred, ...parseEntries(aliases), ...parseEntries(ambiguousNames)]
}

function parseEntries(text: string): NamedCodes[] {
  const entries = text.replace(/\s+/g, ' ').split('; ')
  return entries.flatMap(entry => {
    const [codes = '', names = ''] = entry.split('=')
    return names.split('|').map((name): NamedCodes => [codes.split(' '), name])
  })
}

/**
 * Lists the long and short country names in a language; empty in an engine without such names, such as React
 * Native's.
 */
const namesInLanguage = memoize((language): readonly NamedCodes[] => {
  try {
    return (['long', 'short'] as const).flatMap(style => {
      const names = new Intl.DisplayNames([language], { type: 'region', style })
      return countryCodes.map((code): NamedCodes => [[code], names.of(code) ?? code])
    })
  } catch {
    return []
  }
})
