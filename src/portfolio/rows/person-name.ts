import { foldName } from '../../shared/names/fold-name.ts'
import type { RawFields } from './read-row.ts'

const particle =
  /^(van|von|vom|zu|zur|te|ten|ter|de|den|der|des|del|della|dello|degli|di|da|do|dos|das|du|la|le|los|las|bin|ibn|bint|al|el|af|av)$/
/** A word that begins with no small letter; with a full stop it is an abbreviation. */
const namePart = /^(?!\p{Ll})\p{L}[\p{L}\p{M}\p{N}\p{Pd}'’ʼ´`·\u00ad\u200c\u200d]*$/u
const initials = /^(\p{Lu}\.)+$/u
const title = /^(dr|prof|mr|mrs|ms|rev|hon|jr|sr|esq|phd)$/i
/** In a name that is not in capitals as a whole, an honour, a number or an initial: "CBE", "IV". */
const shortCapitals = /^\p{Lu}{1,4}$/u

const isName = (word: string) => namePart.test(word) && !title.test(word)

/**
 * A person needs both names: "Brandt, Ilse" has them, and so have "Ilse Brandt" and "Ludwig van Beethoven".
 *
 * @returns nothing where it is not certain which part is first and which last, or where they are given.
 */
export function divideName({ name, firstName: first, lastName: last }: RawFields): RawFields {
  if (typeof name !== 'string' || first !== undefined || last !== undefined) return {}
  const [words = [], after, ...others] = name
    .split(',')
    .map(part => part.split(/\p{Zs}+/u).filter(word => word !== ''))
  const [givenNames, familyNames] = after === undefined ? [words.slice(0, 1), words.slice(1)] : [after, words]
  const familyName = familyNames.slice(familyNames.findIndex(word => !particle.test(word)))
  // Of several words without a comma any may begin the last name; on either side of one, they may be two persons.
  const isOne =
    familyName.length === 1 || (after !== undefined && familyName.length > 0 && givenNames.length === 1)
  const hasHonour = name !== name.toUpperCase() && shortCapitals.test((after ?? words).at(-1) ?? '')
  const areNames = familyName.every(isName) && givenNames.every(word => isName(word) || initials.test(word))
  if (others.length > 0 || givenNames.length === 0 || !isOne || hasHonour || !areNames) return {}
  const [firstName, lastName] = [givenNames.join(' '), familyNames.join(' ')]
  return { firstName, lastName, name: `${firstName} ${lastName}` }
}

/** Why a full name is not that of its first and last name: it lacks the last. */
export function findNameMismatch({ name, lastName }: RawFields): string | null {
  if (typeof name !== 'string' || typeof lastName !== 'string') return null
  const latin = /\p{Script=Latin}/u
  // A name in its own script beside its Latin spelling cannot be compared.
  const isComparable = latin.test(name) === latin.test(lastName)
  return isComparable && !foldName(name).includes(foldName(lastName))
    ? 'differs from the first and last name: set columns.name to null, or correct the row'
    : null
}
