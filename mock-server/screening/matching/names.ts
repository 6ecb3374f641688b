import type { EntityType } from '../../../src/contract/values.ts'
import { withoutLegalForms } from './legal-forms.ts'
import { transliterate } from './transliterate.ts'
import { wordSimilarity } from './typing-errors.ts'

/** Titles and particles of persons' names, which do not distinguish people. */
const titles = new Set(
  `admiral avv bey capt captain col colonel dame dipl doktor dom don dona dott dottore dottssa dr drs esq frau general
   gospodin gospozha herr hon honorable honourable hr ing jr junior lady lieutenant lord lt madam madame mag maitre major
   master mba md miss mister mlle mme monsieur mr mrs ms mx pan pani phd prof professor rev reverend senhor senhora senor
   senora senorita sheikh sig signor signora sir snr sr sra srta the
   af al av bin bint da das de del della den der di do dos du el ibn la le of ten ter van von zu zum zur`.split(
    /\s+/,
  ),
)

/** Articles and joining words of companies' names, which vary. */
const articles = new Set(
  'a and das de del der des die e el et gli i il la las le les los of og och the und y'.split(' '),
)

/** Limits of words in a name: the time of a comparison grows with both. */
const longestWord = 40
const longestList = 20

/** No real name is longer, decomposed; folding a hostile one takes too long. */
const longestName = 600

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** One spelling for names that differ in case, accents or punctuation: S.p.A. and SpA, Ørsted and Orsted. */
export function foldName(name: string): string {
  if (name.length > longestName) return name.toLowerCase()
  if (name !== lastName) {
    lastFolded = fold(name)
    lastName = name
  }
  return lastFolded
}

// A creation folds the same name several times in a row.
let lastName = ''
let lastFolded = ''

/** Words of plain letters and digits, which nothing has to be done to: most names. */
const plainWords = /^[a-z0-9]+(?: [a-z0-9]+)*$/

function fold(name: string): string {
  const lower = name.toLowerCase()
  if (plainWords.test(lower)) return lower
  // Invisible characters do not count; a zero-width space between two words is a space.
  const visible = name.replace(/(\p{Ll})\u200b(?=\p{Lu})/gu, '$1 ').replace(/\p{Cf}+/gu, '')
  const decomposed = visible.normalize('NFKD')
  // A ligature may stand for eighteen letters.
  if (decomposed.length > longestName) return name.toLowerCase()
  const folded = decomposed
    // In other scripts a mark is half of a letter: without it, another word stands there.
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[æđðıłøœßþ]/g, letter => plainLetters[letter] ?? letter)
    .replace(/(?<!\p{L})(?:\p{L}\.)+\p{L}(?!\p{L})/gu, initials => initials.replaceAll('.', ''))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  // A name of nothing but punctuation is a name still, and not part of every other.
  return folded || name.trim().toLowerCase()
}

/** One spelling for identifiers, in which spaces and signs are taste; empty where there is nothing else. */
export function foldIdentifier(identifier: string): string {
  return identifier.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The words that tell a name from others, in the order in which they stand: in Latin letters where it was Cyrillic or Greek,
 * without titles, articles and legal forms, unless there is nothing else.
 */
export function nameWords(name: string, type: EntityType): string[] {
  const isPerson = type === 'person'
  const words = foldName(transliterate(isPerson ? inSpokenOrder(name) : name))
    .split(' ', longestList)
    .map(word => word.slice(0, longestWord))
  const telling = isPerson
    ? words.filter(word => !titles.has(word))
    : withoutLegalForms(words).filter(word => !articles.has(word))
  return telling.length > 0 ? telling : words
}

/** "Vosskov, Dragomir" is Dragomir Vosskov. */
function inSpokenOrder(name: string): string {
  const [last = '', first = '', ...others] = name.split(',', 3)
  return first.trim() !== '' && others.length === 0 ? `${first} ${last}` : name
}

/** How alike a word and its counterpart are, 0 to 1. */
export type Likeness = (word: string, counterpart: string) => number

/**
 * How alike two names are, 0 to 1: each word is compared with its best counterpart, in both directions, and longer words weigh
 * more. Every word must have one, but for a short word of a name that is the same otherwise: so a generic name does not match
 * all that contain it.
 */
export function nameSimilarity(
  left: readonly string[],
  right: readonly string[],
  likeness: Likeness = wordSimilarity,
): number {
  const forth = nameCoverage(left, right, likeness)
  const back = nameCoverage(right, left, (word, counterpart) => likeness(counterpart, word))
  const similarity = Math.min(forth.similarity, back.similarity)
  const isWhole = forth.found === 1 && back.found === 1
  return isWhole || similarity >= leastWithoutCounterpart ? similarity : 0
}

/** From this likeness on, a word may be without a counterpart: it is a short one then. */
const leastWithoutCounterpart = 0.85

/** An initial weighs as much as a short word: without it, a last name alone would do. */
const leastWeight = 3

/** Longer words tell more. */
export function wordWeight(word: string): number {
  return Math.max(word.length, leastWeight)
}

/** How much of the words has counterparts, and how alike they are; both 0 to 1. */
export function nameCoverage(
  words: readonly string[],
  counterparts: readonly string[],
  likeness: Likeness = wordSimilarity,
): { readonly found: number; readonly similarity: number } {
  let [found, alike, whole] = [0, 0, 0]
  for (const word of words) {
    const weight = wordWeight(word)
    const most = Math.max(0, ...counterparts.map(counterpart => likeness(word, counterpart)))
    whole += weight
    if (most > 0) found += weight
    alike += weight * most
  }
  return whole === 0 ? { found: 0, similarity: 0 } : { found: found / whole, similarity: alike / whole }
}
