import { foldName } from '../../shared/names/fold-name.ts'
import { toFullName } from '../../shared/names/full-name.ts'
import type { RawFields } from './read-row.ts'

const particle =
  /^(van|von|vom|zu|zur|te|ten|ter|de|den|der|des|del|della|dello|degli|di|da|do|dos|das|du|la|le|los|las|bin|ibn|bint|al|el|af|av)$/
/**
 * Matches a word that does not begin with a lower-case letter. A word with a full stop does not match, because it may be an
 * abbreviation.
 */
const namePart = /^(?!\p{Ll})\p{L}[\p{L}\p{M}\p{N}\p{Pd}'’ʼ´`·\u00ad\u200c\u200d]*$/u
const initials = /^(\p{Lu}\.)+$/u
const title = /^(dr|prof|mr|mrs|ms|rev|hon|jr|sr|esq|phd)$/i
/** Matches an honour, a number or an initial, such as "CBE" or "IV". In a name that is all in capitals, any word may match. */
const shortCapitals = /^\p{Lu}{1,4}$/u

const isName = (word: string) => namePart.test(word) && !title.test(word)

/**
 * Divides a full name, such as "Brandt, Ilse", "Ilse Brandt" or "Ludwig van Beethoven", into first and last name.
 *
 * @returns an object without fields if the division is uncertain, or if the row already has a first or last name.
 */
export function divideName({ name, firstName: first, lastName: last }: RawFields): RawFields {
  if (typeof name !== 'string' || first !== undefined || last !== undefined) return {}
  const [words = [], after, ...others] = name
    .split(',')
    .map(part => part.split(/\p{Zs}+/u).filter(word => word !== ''))
  const [givenNames, familyNames] = after === undefined ? [words.slice(0, 1), words.slice(1)] : [after, words]
  const familyName = familyNames.slice(familyNames.findIndex(word => !particle.test(word)))
  // Without a comma, it is unknown where a last name of several words begins. With several words on both sides of a comma, the
  // text may name two persons.
  const isOne =
    familyName.length === 1 || (after !== undefined && familyName.length > 0 && givenNames.length === 1)
  const hasHonour = name !== name.toUpperCase() && shortCapitals.test((after ?? words).at(-1) ?? '')
  const areNames = familyName.every(isName) && givenNames.every(word => isName(word) || initials.test(word))
  if (others.length > 0 || givenNames.length === 0 || !isOne || hasHonour || !areNames) return {}
  const [firstName, lastName] = [givenNames.join(' '), familyNames.join(' ')]
  return { firstName, lastName, name: toFullName({ firstName, lastName }) }
}

/** Returns a message if a full name does not contain the last name of the row; null otherwise. */
export function findNameMismatch({ name, lastName }: RawFields): string | null {
  if (typeof name !== 'string' || typeof lastName !== 'string') return null
  const latin = /\p{Script=Latin}/u
  // A full name and a last name in different scripts cannot be compared.
  const isComparable = latin.test(name) === latin.test(lastName)
  return isComparable && !foldName(name).includes(foldName(lastName))
    ? 'differs from the first and last name: set columns.name to null, or correct the row'
    : null
}
