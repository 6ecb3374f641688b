import { foldName } from '../../shared/names/fold-name.ts'
import type { GivenFields } from './fields.ts'

/** What is said of a name that does not divide. */
export const wholeName =
  'must be a first and a last name, such as Ilse Brandt or Brandt, Ilse; otherwise put them in separate columns'

const severalNames =
  'could be two names, or more than a name: give first and last name in columns of their own'
const otherName = 'differs from the first and last name: set columns.name to null, or correct the row'

/** What may follow a last name, and is none. "Md." is Mohammed, and "Ii" a family: case matters. */
const suffix = /^([Jj]n?[Rr]|JNR|[Ss]n?[Rr]|SNR|[Ee]sq|ESQ|[Pp][Hh]\.?[Dd]|M\.?D|II|III|iii|IV|iv)\.?$/
/** Degrees and honours that follow a last name as a suffix does. "KC" and "MA" are names or initials too. */
const postNominal = /^([CDKMO]\.?B\.?E|KCMG|CMG|QC|FRS|MBA|MSc|BSc|LL\.?[BM]|CPA|CFA|FCA|DPhil|EdD)\.?$/
/** Also a first or last name: a suffix only behind both. */
const namelikeSuffix = /^(j[uú]nior|senior)$/i
/** In the same place; after a comma it is an initial. */
const numeral = /^VI{0,3}$/
const title =
  /^((dr|prof|professor|mr|mrs|ms|miss|mx|sir|herr|frau|mme|rev|revd|reverend|dipl\.?-ing)\.?|(hon|ing|mag|capt|col|gen)\.)$/i
/** Also behind a name, where Herr is a last name. */
const endTitle = /^(dr|prof|dipl\.?-ing)\.?$/i
/** Of "Dr. med." and "Dr. h.c."; "j." is an initial. */
const faculty = /^([a-z]{2,}|[a-z]\.[a-z])\.$/
/** In small letters only: Nguyen Van Anh has another "Van". */
const particle =
  /^(van|von|vom|und|zu|zur|te|ten|ter|de|den|der|des|del|della|dello|degli|di|da|do|dos|das|du|la|le|los|las|bin|ibn|bint|al|el|af|av)$/

/** Of "Ortega y Gasset", "Costa e Silva" and "Gaudí i Cornet", where only a comma says where the last name begins. */
const joiner = /^[yei]$/

/** What joins two names, or explains one, in a cell that should hold one: "von und zu" joins none. */
const several =
  /[&;+]|(?<!\b[Nn]\s?)\/|\s(and|AND|und|UND)\s(?!zu)|[\s(](née|nee|born|geborene?|alias|aka)\s|[\s(]geb[.\s]/
/** A second first name in parentheses, as in "Elisabeth (Ilse) Brandt", is part of the first. */
const secondName = /^[^()]+\s\([^()]+\)\s[^()]+$/

/** What stands for no name: two initials have no slash between them. */
const noName = /^(\P{L}*|n\s*\/\s*a\.?)$/iu

type GivenNames = Pick<GivenFields, 'name' | 'firstName' | 'lastName'>

export interface NameParts {
  readonly firstName: string
  readonly lastName: string
  readonly name: string
}

/**
 * A person needs both names: "Brandt, Ilse" has them, and "Ilse Brandt" up to the last word. A title belongs to neither, in
 * front or behind; suffixes and particles belong to the last name. The whole name is sent too.
 *
 * @returns null if it is unclear which part of the name is first and which last.
 */
export function namePartsOf({ name, firstName, lastName }: GivenNames): Partial<NameParts> | null {
  if (typeof name !== 'string' || firstName !== undefined || lastName !== undefined) return {}
  const [before = [], after, ...others] = name.split(',').map(wordsOf)
  if (before.length === 0 || after?.length === 0 || others.length > 0) return null
  if (after === undefined) return partsInOrder(before, '', name)
  const isSuffix = after.every(
    word => isPlainSuffix(word) || (before.length > 1 && namelikeSuffix.test(word)),
  )
  return isSuffix ? partsInOrder(before, `, ${after.join(' ')}`, name) : partsInverted(before, after)
}

/** Why a full name cannot be read as that of one person, or is not that of its first and last name. */
export function whyUnclear({ name, firstName, lastName }: GivenNames): string | null {
  if (typeof name !== 'string') return null
  if (typeof firstName === 'string' && typeof lastName === 'string')
    return isSameName(name, firstName, lastName) ? null : otherName
  if (firstName !== undefined || lastName !== undefined) return null
  if (several.test(name) || (/[()]/.test(name) && !secondName.test(name))) return severalNames
  const sides = name.split(',').map(wordsOf)
  return sides.length === 2 && sides.every(words => isLong(words)) ? severalNames : null
}

/** Whether the full name has the last name ("Bob Brandt", "Brandt Household"), or nothing but what the parts have, or initials. */
function isSameName(name: string, firstName: string, lastName: string): boolean {
  const latin = /\p{Script=Latin}/u
  // A name in its own script beside its Latin spelling cannot be compared.
  if (latin.test(name) !== latin.test(lastName)) return true
  const bare = divide(wordsOf(name)).bare.join(' ')
  return hasWords(bare, lastName) || hasWords(`${firstName} ${lastName}`, bare)
}

function hasWords(text: string, words: string): boolean {
  const letters = foldName(text).replaceAll(' ', '')
  return foldName(words)
    .split(' ')
    .every(word => letters.includes(word))
}

/** Two or more words besides titles, suffixes and particles. */
function isLong(words: readonly string[]): boolean {
  return divide(words).bare.filter(word => !particle.test(word)).length > 1
}

/** "Dr. Ludwig van Beethoven Jr." */
function partsInOrder(words: readonly string[], end: string, name: string): NameParts | null {
  const { bare, suffixes } = divide(words)
  const at = lastNameAt(bare)
  const isJoined = bare.some(word => joiner.test(word))
  if (at < 1 || isJoined || isNoName(bare.slice(0, at)) || isNoName(bare.slice(at))) return null
  return {
    firstName: bare.slice(0, at).join(' '),
    lastName: [...bare.slice(at), ...suffixes].join(' ') + end,
    name,
  }
}

/** "van Beethoven, Dr. Ludwig" */
function partsInverted(before: readonly string[], after: readonly string[]): NameParts | null {
  // Herr is a last name too.
  const last = before.length === 1 ? { titles: [], bare: before, suffixes: [] } : divide(before)
  const first = divide(after)
  if (isNoName(first.bare) || isNoName(last.bare)) return null
  const lastName = [...last.bare, ...last.suffixes, ...first.suffixes].join(' ')
  const firstName = first.bare.join(' ')
  return { firstName, lastName, name: [...last.titles, ...first.titles, firstName, lastName].join(' ') }
}

function wordsOf(text: string): string[] {
  const words = text.replace(/(\sPh\.) (D\.?)\s*$/i, '$1$2').trim()
  return words === '' ? [] : words.split(/\s+/)
}

/** What stands before a name, the name, and what follows it. */
function divide(words: readonly string[]) {
  let from = 0
  while (title.test(words[from] ?? '') || (from > 0 && faculty.test(words[from] ?? ''))) from += 1
  let to = words.length
  const titles = words.slice(0, from)
  const suffixes: string[] = []
  for (; to > from; to -= 1) {
    const word = words[to - 1] ?? ''
    if (isSuffix(word, to - 1 - from)) suffixes.unshift(word)
    else if (isEndTitle(words, to - 1)) titles.splice(from, 0, word)
    else break
  }
  return { titles, bare: words.slice(from, to), suffixes }
}

function isNoName(words: readonly string[]): boolean {
  return noName.test(words.join(' '))
}

function isPlainSuffix(word: string): boolean {
  return suffix.test(word) || postNominal.test(word)
}

function isEndTitle(words: readonly string[], at: number): boolean {
  const [before = '', word = ''] = [words[at - 1], words[at]]
  return endTitle.test(word) || (faculty.test(word) && endTitle.test(before))
}

/** @param names how many words of the name precede it. */
function isSuffix(word: string, names: number): boolean {
  return isPlainSuffix(word) || (names > 1 && (namelikeSuffix.test(word) || numeral.test(word)))
}

/** Where the last name begins: at the particles before the last word. */
function lastNameAt(words: readonly string[]): number {
  let at = words.length - 1
  // Where everything is in small letters, those of particles say nothing.
  const hasCase = /\p{Lu}/u.test(words[at] ?? '')
  while (hasCase && at > 0 && particle.test(words[at - 1] ?? '')) at -= 1
  return at
}
