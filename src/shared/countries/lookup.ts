import { isCountryCode } from './codes.ts'

type CountryNames = typeof import('./names.ts')

let names: CountryNames | undefined

/** Thrown where a country's name is to be read and the names are not there yet. */
const missing = new Error('no names of countries')

/** True for what is thrown where the names are missing: code that catches errors rethrows it. */
export function needsCountryNames(error: unknown): boolean {
  return error === missing
}

/** Loads the names of countries: a program that has codes only does without them. */
export async function loadCountryNames(): Promise<void> {
  provideCountryNames(await import('./names.ts'))
}

/** For an entry point that cannot wait. */
export function provideCountryNames(given: CountryNames): void {
  names = given
}

/** What needs the names of countries. */
export function countryNames(): CountryNames {
  if (names === undefined) throw missing
  return names
}

/** The 2-letter code of a country given by code or name; undefined where it names none, or more than one. */
export function findCountryCode(country: string): string | undefined {
  return isCountryCode(country) ? country : countryNames().findCountryCode(country)
}
