import { couldBeCountry, findCountryCode } from '../../contract/country-lookup.ts'
import { foldName, foldRegistration, sortWords } from '../../model/identity.ts'
import type { ImportField } from '../options.ts'
import { isoDate, tagsOf, typeNamed } from './spelling.ts'

/** Whether two columns of a field say the same in a row, each in its own spelling. */
export function agree(field: ImportField, one: unknown, other: unknown): boolean {
  if (field === 'countryCode' || field === 'nationality') return agreeOnCountry(String(one), String(other))
  return meaningOf(field, one) === meaningOf(field, other)
}

/** "Korea" does not contradict KR. */
function agreeOnCountry(one: string, other: string): boolean {
  const codes = [findCountryCode(one), findCountryCode(other)]
  return one === other || couldBeCountry(one, codes[1] ?? '') || couldBeCountry(other, codes[0] ?? '')
}

function meaningOf(field: ImportField, given: unknown): unknown {
  const text = String(given)
  switch (field) {
    case 'type':
      return typeNamed(text)
    case 'name':
    case 'firstName':
    case 'lastName':
      return sortWords(foldName(text))
    case 'birthDate':
      return isoDate(text)
    case 'tags':
      return JSON.stringify(tagsOf(given))
    default:
      return foldRegistration(text)
  }
}
