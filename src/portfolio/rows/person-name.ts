import { foldName } from '../../shared/names/fold-name.ts'
import type { GivenFields } from './fields.ts'

/** What is said of a name that does not divide for certain. */
export const wholeName =
  'does not divide for certain into a first and a last name: put them in separate columns'

const otherName = 'differs from the first and last name: set columns.name to null, or correct the row'

/** In front of a name, and no part of it. */
const title = /^(dr|prof|mr|mrs|ms|herr|frau)\.?$/i
/** Behind a name; all others are short and in capitals, or abbreviations. */
const suffix = /^(jr|sr|esq|phd)$/i
const particle =
  /^(van|von|vom|und|zu|zur|te|ten|ter|de|den|der|des|del|della|dello|degli|di|da|do|dos|das|du|la|le|los|las|bin|ibn|bint|al|el|af|av)$/
/** Of "Ortega y Gasset" and "Costa e Silva": only a comma says where the last name begins. */
const joiner = /^[yei]$/

const plainWord = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}\p{Pd}'’ʼ´`·\u00ad\u200c\u200d]+$/u
/** Names a scenario of the mock server, such as "[pep] Ilse Brandt". */
const scenario = /^\[[\w-]+\]$/
const initials = /^(\p{L}\.)+$/u
/** As a last word it may be an honour, a number or an initial: "CBE", "IV". */
const shortCapitals = /^\p{Lu}{1,4}$/u

type GivenNames = Pick<GivenFields, 'name' | 'firstName' | 'lastName'>

export interface NameParts {
  readonly firstName: string
  readonly lastName: string
  readonly name: string
}

/**
 * A person needs both names: "Brandt, Ilse" has them, and so has "Ilse Brandt", where the last name is the last word with the
 * particles before it. A title in front belongs to neither. The whole name is sent too.
 *
 * @returns null if it is not certain which part of the name is first and which last.
 */
export function namePartsOf({ name, firstName, lastName }: GivenNames): Partial<NameParts> | null {
  if (typeof name !== 'string' || firstName !== undefined || lastName !== undefined) return {}
  const [before = [], after, ...others] = name.split(',').map(wordsOf)
  const words = [...before, ...(after ?? [])]
  if (others.length > 0 || !words.every(isNamePart)) return null
  return after === undefined ? partsInOrder(before, name) : partsInverted(before, after)
}

/** Why a full name is not that of its first and last name: it has neither the last name nor only what the parts have. */
export function whyOtherName({ name, firstName, lastName }: GivenNames): string | null {
  if (typeof name !== 'string' || typeof firstName !== 'string' || typeof lastName !== 'string') return null
  const latin = /\p{Script=Latin}/u
  // A name in its own script beside its Latin spelling cannot be compared.
  if (latin.test(name) !== latin.test(lastName) || hasWords(name, lastName)) return null
  return hasWords(`${firstName} ${lastName}`, wordsOf(name).join(' ')) ? null : otherName
}

function hasWords(text: string, words: string): boolean {
  const letters = foldName(text).replaceAll(' ', '')
  return foldName(words)
    .split(' ')
    .every(word => letters.includes(word))
}

/** "Dr. Ludwig van Beethoven" */
function partsInOrder(words: readonly string[], name: string): NameParts | null {
  let at = words.length - 1
  const isMixed = isMixedCase(words)
  while (isMixed && at > 0 && particle.test(words[at - 1] ?? '')) at -= 1
  const [first, last, lastWord = ''] = [words.slice(0, at), words.slice(at), words.at(-1)]
  if (at < 1 || initials.test(lastWord) || (isMixed && shortCapitals.test(lastWord))) return null
  // Where all letters are capitals, or all small, of three words any may be a particle or a suffix.
  const isCertain = isMixed && !first.some(word => isSmall(word) || particle.test(word.toLowerCase()))
  if (words.length > 2 && !isCertain) return null
  return { firstName: first.join(' '), lastName: last.join(' '), name }
}

/** "van Beethoven, Dr. Ludwig" */
function partsInverted(before: readonly string[], after: readonly string[]): NameParts | null {
  const [end = ''] = after.slice(1).slice(-1)
  const longer = before.filter(word => !particle.test(word) && !joiner.test(word))
  // Two words on either side may be two persons.
  if (longer.length === 0 || after.length === 0 || (longer.length > 1 && after.length > 1)) return null
  const isMixed = isMixedCase([...before, ...after])
  if (isMixed && (longer.some(isSmall) || after.some(isSmall) || /^\p{Lu}{2,4}$/u.test(end))) return null
  const [firstName, lastName] = [after.join(' '), before.join(' ')]
  return { firstName, lastName, name: `${firstName} ${lastName}` }
}

function wordsOf(text: string): string[] {
  const words = text.trim().split(/\s+/)
  const from = words.findIndex(word => !title.test(word))
  return from < 0 || words[0] === '' ? [] : words.slice(from)
}

function isNamePart(word: string): boolean {
  return (plainWord.test(word) && !suffix.test(word)) || initials.test(word) || scenario.test(word)
}

function isMixedCase(words: readonly string[]): boolean {
  const text = words.join('')
  return text !== text.toLowerCase() && text !== text.toUpperCase()
}

function isSmall([first = '']: string): boolean {
  return first !== first.toUpperCase()
}
