import type { EntityType } from '../../../src/contract/values.ts'
import { foldName, joiningWords } from '../../../src/shared/names/fold-name.ts'
import { shortenForms, shortWords } from '../../../src/shared/names/legal-forms.ts'
import { transliterate } from './transliterate.ts'
import { countTypingErrors } from './typing-errors.ts'

/** Titles and particles, which do not distinguish the names of persons. */
const titles = new Set(
  `admiral avv bey capt captain col colonel dame dipl doktor dom don dona dott dottore dottssa dr drs esq frau general
   gospodin gospozha herr hon honorable honourable hr ing jr junior lady lieutenant lord lt madam madame mag maitre major
   master mba md miss mister mlle mme monsieur mr mrs ms mx pan pani phd prof professor rev reverend senhor senhora senor
   senora senorita sheikh sig signor signora sir snr sr sra srta the
   af al av bin bint da das de del della den der di do dos du el ibn la le of ten ter van von zu zum zur`.split(
    /\s+/,
  ),
)

/**
 * The limits for the words of a name that are compared. A comparison takes longer the more words there are, and the longer they
 * are.
 */
const maxWordLength = 40
const maxWords = 20

/**
 * Returns the words that distinguish a name from others, in their original order. Cyrillic and Greek letters are transliterated.
 * Titles, articles and legal forms are left out, unless there are no other words.
 */
export function significantWords(name: string, type: EntityType): string[] {
  const isPerson = type === 'person'
  const folded = foldName(transliterate(isPerson ? toSpokenOrder(name) : name))
  const words = folded.split(' ')
  const significant = isPerson
    ? words.filter(word => !titles.has(word))
    : removeLegalForms(folded).filter(word => !joiningWords.has(word))
  return (significant.length > 0 ? significant : words)
    .slice(0, maxWords)
    .map(word => word.slice(0, maxWordLength))
}

/** Turns "Vosskov, Dragomir" into "Dragomir Vosskov". */
function toSpokenOrder(name: string): string {
  const [last = '', first = '', ...others] = name.split(',', 3)
  return first.trim() !== '' && others.length === 0 ? `${first} ${last}` : name
}

/** Returns the similarity of a word and its counterpart, 0 to 1. */
export type WordComparison = (word: string, counterpart: string) => number

/**
 * Returns 1 for equal words, less for each typing error, and 0 for different words. A second typing error counts more than the
 * first.
 */
export function computeWordSimilarity(
  word: string,
  counterpart: string,
  errors = countTypingErrors(word, counterpart),
): number {
  return errors === undefined ? 0 : 1 - errors ** 2 / Math.max(word.length, counterpart.length)
}

/**
 * Computes the similarity of two names, 0 to 1. Each word is compared with its most similar counterpart, in both directions;
 * longer words weigh more. Every word needs a counterpart, so that a generic name does not match every name that contains it.
 * If the names are otherwise equal, a short word needs no counterpart.
 */
export function computeNameSimilarity(
  words: readonly string[],
  otherWords: readonly string[],
  compareWords: WordComparison = computeWordSimilarity,
): number {
  const forward = computeNameCoverage(words, otherWords, compareWords)
  const backward = computeNameCoverage(otherWords, words, (word, counterpart) =>
    compareWords(counterpart, word),
  )
  const similarity = Math.min(forward.similarity, backward.similarity)
  const isComplete = forward.matchedWeight === 1 && backward.matchedWeight === 1
  return isComplete || similarity >= minSimilarityWithoutCounterpart ? similarity : 0
}

/**
 * The minimum similarity of two names if a word of one has no counterpart in the other. Names with this similarity can differ
 * only by a short word.
 */
const minSimilarityWithoutCounterpart = 0.85

/** The minimum weight of a word. If initials had a lower weight, an equal last name alone would be a match. */
const minWordWeight = 3

/** Returns the weight of a word: its length, because longer words are more distinctive. */
export function wordWeight(word: string): number {
  return Math.max(word.length, minWordWeight)
}

/** Computes the weighted share of words that have counterparts, and the weighted similarity of all words; both 0 to 1. */
export function computeNameCoverage(
  words: readonly string[],
  counterparts: readonly string[],
  compareWords: WordComparison = computeWordSimilarity,
): { readonly matchedWeight: number; readonly similarity: number } {
  let [matchedWeight, similarWeight, totalWeight] = [0, 0, 0]
  for (const word of words) {
    const weight = wordWeight(word)
    const bestSimilarity = Math.max(0, ...counterparts.map(counterpart => compareWords(word, counterpart)))
    totalWeight += weight
    if (bestSimilarity > 0) matchedWeight += weight
    similarWeight += weight * bestSimilarity
  }
  return totalWeight === 0
    ? { matchedWeight: 0, similarity: 0 }
    : { matchedWeight: matchedWeight / totalWeight, similarity: similarWeight / totalWeight }
}

/** Returns the words of a folded name without legal forms, which are not distinctive. */
export function removeLegalForms(folded: string): string[] {
  return shortenForms(folded)
    .split(' ')
    .filter(word => !shortWords.has(word))
}
