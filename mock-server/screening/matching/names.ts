import type { EntityType } from '../../../src/contract/values.ts'
import { foldName, joiningWords } from '../../../src/shared/names/fold-name.ts'
import { shortenForms, shortWords } from '../../../src/shared/names/legal-forms.ts'
import { transliterate } from './transliterate.ts'
import { typingErrors } from './typing-errors.ts'

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

/** Limits of words in a name: the time of a comparison grows with both. */
const longestWord = 40
const longestList = 20

/**
 * The words that tell a name from others, in the order in which they stand: in Latin letters where it was Cyrillic or Greek,
 * without titles, articles and legal forms, unless there is nothing else.
 */
export function nameWords(name: string, type: EntityType): string[] {
  const isPerson = type === 'person'
  const folded = foldName(transliterate(isPerson ? inSpokenOrder(name) : name))
  const words = folded.split(' ')
  const telling = isPerson
    ? words.filter(word => !titles.has(word))
    : withoutForms(folded).filter(word => !joiningWords.has(word))
  return (telling.length > 0 ? telling : words).slice(0, longestList).map(word => word.slice(0, longestWord))
}

/** "Vosskov, Dragomir" is Dragomir Vosskov. */
function inSpokenOrder(name: string): string {
  const [last = '', first = '', ...others] = name.split(',', 3)
  return first.trim() !== '' && others.length === 0 ? `${first} ${last}` : name
}

/** How alike a word and its counterpart are, 0 to 1. */
export type Likeness = (word: string, counterpart: string) => number

/** 1 for the same word; less for each typing error, and the second weighs more than the first; 0 for another word. */
export function wordSimilarity(
  word: string,
  counterpart: string,
  errors = typingErrors(word, counterpart),
): number {
  return errors === undefined ? 0 : 1 - errors ** 2 / Math.max(word.length, counterpart.length)
}

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

/** The words of a folded name but for legal forms, which tell little about who somebody is. */
export function withoutForms(folded: string): string[] {
  return shortenForms(folded)
    .split(' ')
    .filter(word => !shortWords.has(word))
}
