import { isCountryCode } from './codes.ts'

type CountryNames = typeof import('./names.ts')

let names: CountryNames | undefined

/** Loads the names of countries. */
export async function loadCountryNames(): Promise<void> {
  provideCountryNames(await import('./names.ts'))
}

/** For an entry point that cannot wait. */
export function provideCountryNames(given: CountryNames): void {
  names = given
}

/** What needs the names of countries, which have to be loaded before. */
export function countryNames(): CountryNames {
  if (names === undefined) throw new Error('no names of countries')
  return names
}

/** The 2-letter code of a country given by code or name; undefined where it names none, or more than one. */
export function findCountryCode(country: string): string | undefined {
  return isCountryCode(country) ? country : countryNames().findCountryCode(country)
}
