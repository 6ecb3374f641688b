import { foldName } from '../../shared/names/fold-name.ts'
import type { GivenFields } from './fields.ts'

/** What is said of a name that does not divide for certain. */
export const wholeName =
  'does not divide for certain into a first and a last name: put them in separate columns'

const otherName = 'differs from the first and last name: set columns.name to null, or correct the row'

const particle =
  /^(van|von|vom|zu|zur|te|ten|ter|de|den|der|des|del|della|dello|degli|di|da|do|dos|das|du|la|le|los|las|bin|ibn|bint|al|el|af|av)$/
const namePart = /^([\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Pd}'’ʼ´`·\u00ad\u200c\u200d]*|(\p{L}\.)+)$/u
/** Before or behind a name, and no part of it; others are abbreviations, or short and in capitals. */
const title = /^(dr|prof|mr|mrs|ms|rev|hon|jr|sr|esq|phd)$/i
/** As a last word it may be an honour, a number or an initial ("CBE", "IV"), or belong to what stands before it. */
const noLastWord = /^(\p{Lu}{1,4}|\p{Ll}.*)$/u

type GivenNames = Pick<GivenFields, 'name' | 'firstName' | 'lastName'>

interface NameParts {
  readonly firstName: string
  readonly lastName: string
  readonly name: string
}

/**
 * A person needs both names: "Brandt, Ilse" has them, and so have "Ilse Brandt" and "Ludwig van Beethoven". The whole name is
 * sent too.
 *
 * @returns no parts where it is not certain which part of the name is first and which last, or where they are given.
 */
export function namePartsOf({ name, firstName, lastName }: GivenNames): Partial<NameParts> {
  if (typeof name !== 'string' || firstName !== undefined || lastName !== undefined) return {}
  const [before = [], after, ...others] = name.split(',').map(wordsOf)
  const words = [...before, ...(after ?? [])]
  const isMixed = name !== name.toLowerCase() && name !== name.toUpperCase()
  const isDoubtful = isMixed && noLastWord.test(words.at(-1) ?? '')
  if (others.length > 0 || isDoubtful || !words.every(word => namePart.test(word) && !title.test(word)))
    return {}
  // Where all letters are capitals, or all small, any of three words may be a particle.
  const isParticle = (word: string) => isMixed && particle.test(word)
  if (after !== undefined) {
    // Two words on either side may be two persons.
    const isOne = Math.min(after.length, before.filter(word => !isParticle(word)).length) === 1
    const isSmall = isMixed && words.some(word => /^\p{Ll}/u.test(word) && !particle.test(word))
    const [firstName, lastName] = [after.join(' '), before.join(' ')]
    return isOne && !isSmall ? { firstName, lastName, name: `${firstName} ${lastName}` } : {}
  }
  const [first = '', ...last] = before
  const isDivided = last.length > 0 && last.slice(0, -1).every(isParticle) && !last.at(-1)?.endsWith('.')
  const isFirst = !particle.test(isMixed ? first : first.toLowerCase())
  return isDivided && isFirst ? { firstName: first, lastName: last.join(' '), name } : {}
}

function wordsOf(text: string): string[] {
  return text.split(/\p{Zs}+/u).filter(word => word !== '')
}

/** Why a full name is not that of its first and last name: it lacks the last. */
export function whyOtherName({ name, firstName, lastName }: GivenNames): string | null {
  if (typeof name !== 'string' || typeof firstName !== 'string' || typeof lastName !== 'string') return null
  const latin = /\p{Script=Latin}/u
  // A name in its own script beside its Latin spelling cannot be compared.
  const isComparable = latin.test(name) === latin.test(lastName)
  return isComparable && !foldName(name).includes(foldName(lastName)) ? otherName : null
}
