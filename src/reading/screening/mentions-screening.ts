import { memoize } from '../../shared/memoize.ts'
import { lettersOf, splitName } from '../letters.ts'

/** The words that mention screening. The page on quirks lists each. */
export const screeningWords = {
  /** Anywhere in the letters of a name or sentence: too long to be a part of other words. */
  stems: [
    ...['adverse', 'assetfreeze', 'blacklist', 'criminal', 'embargo', 'negativenews', 'politically'],
    ...['sanction', 'terroris', 'warning', 'watchlist'],
  ],
  /** At the beginning of a word: they are parts of others, as in `sidebar` or `type_of_activity`. */
  beginnings: ['debar', 'ofac'],
  /** As a whole word: they begin others, as in `error` or `peppers`. */
  words: ['pep', 'peps', 'terror'],
  /** As a whole word in the name of a list or object that holds something: alone they say too little. */
  nouns: [
    ...['alert', 'alerts', 'denied', 'designation', 'designations', 'hit', 'hits', 'match', 'matches'],
    ...['negative media', 'restricted', 'screening', 'screenings', 'sdn'],
  ],
} as const

const { stems, beginnings, words, nouns } = screeningWords
const stem = new RegExp(stems.join('|'))
const word = new RegExp(`^(?:${beginnings.join('|')}|(?:${words.join('|')})$)`)
/** Every name that mentions screening has one of these in its letters. Most names have none. */
const possible = new RegExp([...stems, ...beginnings, ...words].join('|'))
const noun = new RegExp(`(?<!\\S)(?:${nouns.join('|')})(?!\\S)`)

/** PEP in capitals, and not in a longer word of capitals. */
const abbreviation = /PEP(?!\p{Lu})/u

/** A longer text is not searched: it may mention anything. */
const maxSearchedLength = 65_536

/** Whether a name, or a sentence, mentions screening. */
export const mentionsScreening = memoize(text => {
  if (text.length > maxSearchedLength) return true
  const letters = lettersOf(text)
  if (!possible.test(letters)) return false
  if (stem.test(letters) || abbreviation.test(text)) return true
  // A name may be in small letters alone, or in any case; a sentence has its words apart.
  const isName = !/\s/.test(text)
  const parts = [...splitName(text), ...text.toLowerCase().split(/[^\p{L}]+/u)]
  return parts.some(part => word.test(part) || (isName && /^pep|peps?$/.test(part)))
})

/** Whether a name has a noun of screening as a word: `hitList` has one. */
export const hasScreeningNoun = memoize(name => noun.test(splitName(name).join(' ')))
