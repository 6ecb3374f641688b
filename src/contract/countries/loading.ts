type CountryNames = Pick<
  typeof import('./names.ts'),
  'findCountryCode' | 'whyNoCountry' | 'couldBeCountry' | 'countryName'
>

let names: CountryNames | undefined

/** Thrown where a country's name is to be read and the names are not there yet. */
class CountryNamesMissing extends Error {}

/** Loads the names of countries: a program that has codes only does without them. */
export async function loadCountryNames(): Promise<void> {
  provideCountryNames(await import('./names.ts'))
}

/** For an entry point that cannot wait. */
export function provideCountryNames(given: CountryNames): void {
  names = given
}

/** True for what is thrown where the names are missing: code that catches errors rethrows it. */
export function needsCountryNames(error: unknown): boolean {
  return error instanceof CountryNamesMissing
}

export function requireCountryNames(): CountryNames {
  if (names === undefined) throw new CountryNamesMissing('the names of countries are not loaded')
  return names
}
