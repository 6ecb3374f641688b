import { getOrInsertList } from '../../../src/shared/get-or-insert.ts'
import { countTypingErrors, maxTypingErrors } from './typing-errors.ts'

/** Returns the words that a misspelled word may mean, each with its number of typing errors. */
export type NearWordFinder = (misspelledWord: string) => ReadonlyMap<string, number>

/**
 * Indexes words by their first two and by their last two letters. A typing error at one end of a word leaves the other end
 * unchanged, so the word is still found. A word is missed only if it has errors at both ends.
 */
export function createNearWordFinder(words: Iterable<string>): NearWordFinder {
  const entriesByEnd = new Map<string, { readonly word: string; readonly letterBits: number }[]>()
  for (const word of words) {
    const entry = { word, letterBits: computeLetterBits(word) }
    for (const wordEnd of wordEndsOf(word)) getOrInsertList(entriesByEnd, wordEnd).push(entry)
  }
  return misspelledWord => {
    const nearWords = new Map<string, number>()
    const ownBits = computeLetterBits(misspelledWord)
    for (const wordEnd of wordEndsOf(misspelledWord)) {
      for (const { word, letterBits } of entriesByEnd.get(wordEnd) ?? []) {
        // A typing error changes at most two letters. A comparison of the sets of letters therefore rules out most words.
        const maxErrors = maxTypingErrors(Math.max(misspelledWord.length, word.length))
        if (hasMoreBitsThan(letterBits ^ ownBits, 2 * maxErrors)) continue
        const errors = countTypingErrors(misspelledWord, word)
        if (errors !== undefined) nearWords.set(word, errors)
      }
    }
    return nearWords
  }
}

function wordEndsOf(word: string): string[] {
  return [`${word.slice(0, 2)}-`, `-${word.slice(-2)}`]
}

function computeLetterBits(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index += 1) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

function hasMoreBitsThan(bits: number, maxBits: number): boolean {
  let remainingBits = bits
  for (let count = 0; count < maxBits; count += 1) remainingBits &= remainingBits - 1
  return remainingBits !== 0
}
