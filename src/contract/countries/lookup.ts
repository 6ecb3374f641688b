import { isCountryCode } from './codes.ts'
import { requireCountryNames } from './loading.ts'

/** The 2-letter code of a country given by code or name; undefined where it names none, or more than one. */
export function findCountryCode(country: string): string | undefined {
  return isCountryCode(country) ? country : requireCountryNames().findCountryCode(country)
}

/** What is wrong with what {@link findCountryCode} finds no code for. */
export function whyNoCountry(country: string): string {
  return requireCountryNames().whyNoCountry(country)
}

/** True for a country, or a name that could be it among others: "Korea" could be KR. */
export function couldBeCountry(country: string, code: string): boolean {
  return requireCountryNames().couldBeCountry(country, code)
}

/** The English short name of a country code, such as "Germany" for DE. */
export function countryName(code: string): string {
  return requireCountryNames().countryName(code)
}
