import { isCountryCode } from './countries.ts'

type CountryNames = Pick<
  typeof import('./country-names.ts'),
  'findCountryCode' | 'whyNoCountry' | 'couldBeCountry' | 'countryName'
>

let names: CountryNames | undefined

/** Thrown where a country's name is to be read and the names are not there yet. */
class CountryNamesMissing extends Error {}

/** Loads the names of countries: a program that has codes only does without them. */
export async function loadCountryNames(): Promise<void> {
  provideCountryNames(await import('./country-names.ts'))
}

/** For an entry point that cannot wait. */
export function provideCountryNames(given: CountryNames): void {
  names = given
}

/** True for what is thrown where the names are missing: whoever catches errors lets it through. */
export function needsCountryNames(error: unknown): boolean {
  return error instanceof CountryNamesMissing
}

/** Does what may need the names of countries; where they are missing, loads them and does it again from the start. */
export function withCountryNames<Result>(work: () => Result): Result | Promise<Result> {
  try {
    return work()
  } catch (error) {
    if (!needsCountryNames(error)) throw error
    return loadCountryNames().then(work)
  }
}

/** The 2-letter code of a country given by code or name; undefined where it names none, or more than one. */
export function findCountryCode(country: string): string | undefined {
  return isCountryCode(country) ? country : requireNames().findCountryCode(country)
}

/** What is wrong with what {@link findCountryCode} finds no code for. */
export function whyNoCountry(country: string): string {
  return requireNames().whyNoCountry(country)
}

/** True for a country, or a name that could be it among others: "Korea" could be KR. */
export function couldBeCountry(country: string, code: string): boolean {
  return requireNames().couldBeCountry(country, code)
}

/** The English short name of a country code, such as "Germany" for DE. */
export function countryName(code: string): string {
  return requireNames().countryName(code)
}

function requireNames(): CountryNames {
  if (names === undefined) throw new CountryNamesMissing('the names of countries are not loaded')
  return names
}
