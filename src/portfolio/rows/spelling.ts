import { entityTypes } from '../../contract/values.ts'
import { countryNames, findCountryCode } from '../../shared/countries/lookup.ts'
import { memoize } from '../../shared/memoize.ts'
import { foldName, foldRegistration, sortWords } from '../../shared/names/fold-name.ts'
import type { ImportField } from '../options.ts'

const organizationWord =
  /^(organi[sz]ation|org|company|business|corporate|corporation|legalentity|legalperson)$/
const personWord = /^(person|individual|naturalperson)$/

/** What is said where a type is none of these words. */
export const typeAllowed =
  'must be organization or person, or a usual word for one, such as company or individual'

/** `organization` or `person` for the usual words for them; anything else as it is. */
export function typeNamed(given: unknown): unknown {
  return typeof given === 'string' ? typeOfWord(given) : given
}

export function isTypeWord(given: string): boolean {
  return entityTypes.some(type => type === typeOfWord(given))
}

const typeOfWord = memoize(given => {
  const word = foldRegistration(given)
  if (organizationWord.test(word)) return 'organization'
  return personWord.test(word) ? 'person' : given
})

/** Days in the forms that leave no doubt which is the month; others are left to the check. */
export function isoDate(given: string): string {
  if (given[4] === '-') return given
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(given) ?? []
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return given.replace(/^(\d{4})([/.]?)(\d{2})\2(\d{2})$/, '$1-$3-$4')
}

/** The row's own tags, divided by comma, semicolon or bar, and those that every row gets. */
export function tagsOf(given: unknown, more: readonly string[] = []): unknown {
  if (given !== undefined && typeof given !== 'string' && !Array.isArray(given)) return given
  const own = typeof given === 'string' ? given.split(/[,;|]/).map(tag => tag.trim()) : (given ?? [])
  if (own.length === 0 && more.length === 0) return undefined
  const tags = [...new Set([...own.filter(tag => tag !== ''), ...more])]
  return tags.length === 0 ? undefined : tags
}

/** Whether two columns of a field say the same in a row, each in its own spelling. */
export function agree(field: ImportField, one: unknown, other: unknown): boolean {
  if (field === 'countryCode' || field === 'nationality') return agreeOnCountry(String(one), String(other))
  return meaningOf(field, one) === meaningOf(field, other)
}

/** "Korea" does not contradict KR. */
function agreeOnCountry(one: string, other: string): boolean {
  const codes = [findCountryCode(one), findCountryCode(other)]
  const { couldBeCountry } = countryNames()
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
