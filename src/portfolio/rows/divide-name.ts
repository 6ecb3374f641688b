import { toFullName } from '../../shared/names/full-name.ts'
import { endsInLegalForm } from '../../shared/names/legal-forms.ts'
import { isCapitals, isSmallLetters } from '../../shared/text/letter-case.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { OptionTerms } from '../option-terms.ts'
import type { RawFields } from '../source/columns.ts'
import { title } from './name-cells.ts'

type NameOrder = NonNullable<ReadingOptions['nameOrder']>

/** The fields of a full name that is divided, or the reason why it cannot be divided. */
export type Division =
  | { readonly fields: RawFields }
  | {
      readonly problem: string
      /** Whether the option `nameOrder` would settle the division. */
      readonly needsOrder: boolean
    }

/** First and last names, as words. */
interface NameParts {
  readonly firstNames: readonly string[]
  readonly lastNames: readonly string[]
}

const particle =
  /^(van|von|vom|zu|zur|te|ten|ter|de|den|der|des|del|della|dello|degli|di|da|do|dos|das|du|la|le|los|las|bin|ibn|bint|al|el|af|av|['’]t)$/i
/** Matches a word of letters. A word with a full stop or a bracket does not match. */
const lettersOnly = /^\p{L}[\p{L}\p{M}\p{Pd}'’ʼ´`·\u00ad\u200c\u200d]*$/u
const initials = /^(\p{Lu}\.-?)*\p{Lu}\.$/u
const initial = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}*$/u
/** Matches a particle in small letters that is joined to a name, as in "al-Assad" and "d’Artagnan". */
const joinedParticle = /^\p{Ll}{1,3}[\p{Pd}'’]\p{Lu}/u
/** Degrees and honours, which are in capitals. At the beginning, they may be initials or a short first name. */
const honour = /^(MD|DDS|MBA|LLM|LLB|CPA|CFA|QC|KC|OBE|CBE|MBE|KBE)$/
const number = /^(II|III|IV)$/
/** Suffixes that are also names, such as in "Vinícius Júnior". After two names, they are suffixes. */
const suffixAfterNames = /^(j[uú]nior|s[eê]nior)$/i

const oneWord =
  "is one word, but the service's bulk operation needs a first and a last name: create this person with entities.create, which accepts a name alone"
const organizationName =
  'ends in the legal form of an organization: set type to organization, or use two columns for first and last name'
const notDivisible = 'cannot be split safely into first and last name'
const wordsBeforeComma = `${notDivisible}, because several words before a comma may be a full name: use two columns`
const remedy = 'use two columns, or write "Brandt, Ilse"'

/** Describes a symbol in a name by its code point. Ignores the two accents that are often written for an apostrophe. */
function describeSymbol(name: string): string {
  const [symbol] = /(?![`´])\p{S}/u.exec(name) ?? []
  const codePoint = symbol?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return codePoint === undefined ? '' : `, because it has the character U+${codePoint}`
}

/**
 * Divides a full name into first and last name. One comma after one word, and its particles, is certain: "van Beethoven,
 * Ludwig". Any other name is divided by the order that the caller states.
 *
 * @returns null if the row has no full name, or has a first or last name already.
 */
export function divideName(
  { name, firstName: first, lastName: last }: RawFields,
  order: NameOrder | undefined,
  { nameOrder }: Pick<OptionTerms, 'nameOrder'>,
): Division | null {
  if (typeof name !== 'string' || first !== undefined || last !== undefined) return null
  const clauses = name.split(',').map(clause => clause.split(/\p{Zs}+/u).filter(word => word !== ''))
  const words = clauses.flat()
  if (endsInLegalForm(words)) return { problem: organizationName, needsOrder: false }
  if (words.length === 1 && clauses.length === 1 && lettersOnly.test(name))
    return { problem: oneWord, needsOrder: false }
  const [wordsBefore = []] = clauses
  if (clauses.length > 1 && wordsBefore.length > 1 && !hasOneLastName(wordsBefore))
    return { problem: wordsBeforeComma, needsOrder: false }
  const divide = (way: NameOrder | undefined) => {
    const parts = divideWords(clauses, way)
    return parts !== null && areNames(parts, name) ? parts : null
  }
  const parts = divide(order)
  if (parts === null) {
    if (divide('first_last') === null && divide('last_first') === null)
      return {
        problem: `${notDivisible}${describeSymbol(name)}: ${remedy}, without titles and suffixes`,
        needsOrder: false,
      }
    if (order !== undefined)
      return { problem: `${notDivisible}, because ${nameOrder} is ${order}: ${remedy}`, needsOrder: false }
    const problem = `can be split in two ways: set ${nameOrder} to first_last or last_first, or ${remedy}`
    return { problem, needsOrder: true }
  }
  const [firstName, lastName] = [parts.firstNames.join(' '), parts.lastNames.join(' ')]
  return { fields: { firstName, lastName, name: toFullName({ firstName, lastName }) } }
}

/** Divides the words of a name at its comma, or by the order. Returns null if neither says where the last name ends. */
function divideWords(
  [words = [], after, ...others]: readonly (readonly string[])[],
  order: NameOrder | undefined,
): NameParts | null {
  if (others.length > 0) return null
  if (after === undefined) return order === undefined ? null : divideByOrder(words, order)
  const [next = ''] = after
  if (honour.test(next)) return null
  return hasOneLastName(words) ? { lastNames: words, firstNames: after } : null
}

/**
 * Whether the words before a comma are one word and its particles. Several words may be a full name, before a place or a
 * profession: "John Smith, London".
 */
function hasOneLastName(words: readonly string[]): boolean {
  return words.length > 0 && words.slice(0, -1).every(word => particle.test(word))
}

function divideByOrder(words: readonly string[], order: NameOrder): NameParts | null {
  if (order === 'first_last') {
    const isFree = (word: string, index: number) => index > 0 && particle.test(word)
    const before = words.slice(0, -1)
    const start = 1 + before.findLastIndex((word, index) => !isFree(word, index))
    return { firstNames: words.slice(0, start), lastNames: words.slice(start) }
  }
  const first = words.slice(0, -2).findIndex(word => !particle.test(word))
  const count = first === -1 ? Math.max(0, words.length - 2) : first
  const parts = { lastNames: words.slice(0, count + 1), firstNames: words.slice(count + 1) }
  return count === 0 || hasPlainParticles(parts) ? parts : null
}

/**
 * Whether the words before the last name are certainly particles, because their case differs: "van Beethoven Ludwig", "LE PEN
 * Marine". In "Le Minh Anh", the first word is the last name.
 */
function hasPlainParticles({ lastNames, firstNames }: NameParts): boolean {
  const [first = '', last = ''] = [lastNames[0], lastNames.at(-1)]
  if (isSmallLetters(first)) return !isSmallLetters(last)
  return isCapitals(first) && isCapitals(last) && !firstNames.every(isCapitals)
}

/** Whether each word can be a part of a name, and its capitals do not contradict the division. */
function areNames({ firstNames, lastNames }: NameParts, name: string): boolean {
  const [finalFirstName = '', finalLastName = ''] = [firstNames.at(-1), lastNames.at(-1)]
  const isName = (word: string) =>
    lettersOnly.test(word) && (!/^\p{Ll}/u.test(word) || joinedParticle.test(word) || isSmallLetters(name))
  const isFirstName = (word: string, index: number) =>
    isName(word) || initials.test(word) || (index > 0 && particle.test(word))
  const isLastName = (word: string) => isName(word) || particle.test(word)
  // A particle at the end of the first names belongs to the last name, as in "Beethoven, Ludwig van".
  const endsInParticle = isSmallLetters(finalFirstName) && particle.test(finalFirstName)
  return (
    firstNames.length > 0 &&
    firstNames.every(isFirstName) &&
    !endsInParticle &&
    lastNames.every(isLastName) &&
    isName(finalLastName) &&
    !initial.test(finalLastName) &&
    !hasOtherWord([...firstNames, ...lastNames], isSmallLetters(name)) &&
    !hasCapitalsAgainst({ firstNames, lastNames })
  )
}

function hasOtherWord(words: readonly string[], isSmall: boolean): boolean {
  const spell = (word: string) => (isSmall ? word.toUpperCase() : word)
  const isOther = (word: string, index: number) =>
    title.test(word) ||
    number.test(spell(word)) ||
    (index > 0 && honour.test(spell(word).replaceAll('.', ''))) ||
    (words.length > 2 && suffixAfterNames.test(word))
  return words.some(isOther)
}

/**
 * Whether a first name is in capitals, but the last name or another first name is not. It may then be the last name, as in
 * "DUPONT Jean", or an honour.
 */
function hasCapitalsAgainst({ firstNames, lastNames }: NameParts): boolean {
  const names = firstNames.filter(word => !initials.test(word) && !initial.test(word) && !particle.test(word))
  // In "McDONALD", some letters are small.
  const areAllCapitals = /\p{Lu}{2}$/u.test(lastNames.at(-1) ?? '') || isCapitals(lastNames.at(-1) ?? '')
  return names.some(isCapitals) && !(areAllCapitals && names.every(isCapitals))
}
