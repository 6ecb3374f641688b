import { memoize } from '../../shared/memoize.ts'
import { lettersOf, splitName } from '../letters.ts'

/** The words that mention screening. docs/quirks.md has examples. */
export const screeningWords = {
  /** Words that match anywhere in a name or sentence. They are too long to be part of other words. */
  stems: [
    ...['adverse', 'assetfreeze', 'blacklist', 'criminal', 'embargo', 'negativenews', 'politically'],
    ...['sanction', 'terroris', 'warning', 'watchlist'],
  ],
  /**
   * Words that match at the beginning of a word. In other positions, they may be part of another word, such
   * as `debar` in `sidebar` or `ofac` in `type_of_activity`.
   */
  beginnings: ['debar', 'ofac'],
  /** Words that match only as complete words, because unrelated words such as `peppers` begin with them. */
  words: ['pep', 'peps', 'terror'],
  /**
   * Words that match as complete words in the name of a list or object that has entries. In other names, they
   * are too general.
   */
  nouns: [
    ...['alert', 'alerts', 'denied', 'designation', 'designations', 'hit', 'hits', 'match', 'matches'],
    ...['negative media', 'restricted', 'screening', 'screenings', 'sdn'],
  ],
} as const

const stem = new RegExp(screeningWords.stems.join('|'))
const word = new RegExp(`^(?:${screeningWords.beginnings.join('|')}|(?:${screeningWords.words.join('|')})$)`)
/** Fast path: every name that mentions screening contains one of these words, and most names contain none. */
const possible = new RegExp(
  [...screeningWords.stems, ...screeningWords.beginnings, ...screeningWords.words].join('|'),
)
const noun = new RegExp(`(?<!\\S)(?:${screeningWords.nouns.join('|')})(?!\\S)`)

/** Matches PEP in capitals, unless another capital letter follows. */
const abbreviation = /PEP(?!\p{Lu})/u

/** The maximum length of a string to search. A longer string is treated as one that mentions screening. */
const maxSearchedLength = 65_536

/** Whether a name or a sentence mentions screening. */
export const mentionsScreening = memoize(text => {
  if (text.length > maxSearchedLength) return true
  const letters = lettersOf(text)
  if (!possible.test(letters)) return false
  if (stem.test(letters) || abbreviation.test(text)) return true
  // In an identifier, lower-case words may be joined, as in `peplist`, so `pep` also matches at its start and end. In a
  // sentence, words are separate.
  const isName = !/\s/.test(text)
  const parts = [...splitName(text), ...text.toLowerCase().split(/[^\p{L}]+/u)]
  return parts.some(part => word.test(part) || (isName && /^pep|peps?$/.test(part)))
})

/** Whether a name contains a noun of screening as a word, such as `hitList`. */
export const hasScreeningNoun = memoize(name => noun.test(splitName(name).join(' ')))
