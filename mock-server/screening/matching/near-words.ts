import { getOrInsertList } from '../../../src/shared/get-or-insert.ts'
import { mostErrors, typingErrors } from './typing-errors.ts'

/** Finds the words that a misspelt one may stand for, without a look at all others. */
export type NearWords = (given: string) => ReadonlyMap<string, number>

/**
 * Prepares to find those of the words that are a given one but for {@link typingErrors}, each with their number. By the first
 * two letters and by the last two: one error leaves either as it is, and two do unless there is one at each end.
 */
export function createNearWords(words: Iterable<string>): NearWords {
  const byEnd = new Map<string, { readonly word: string; readonly letters: number }[]>()
  for (const word of words) {
    const entry = { word, letters: lettersIn(word) }
    for (const end of endsOf(word)) getOrInsertList(byEnd, end).push(entry)
  }
  return given => {
    const found = new Map<string, number>()
    const own = lettersIn(given)
    for (const end of endsOf(given)) {
      for (const { word, letters } of byEnd.get(end) ?? []) {
        // Most words are out of reach by their letters alone: an error changes two of them at most.
        if (hasMoreThan(letters ^ own, 2 * mostErrors(Math.max(given.length, word.length)))) continue
        const errors = typingErrors(given, word)
        if (errors !== undefined) found.set(word, errors)
      }
    }
    return found
  }
}

function endsOf(word: string): string[] {
  return [`${word.slice(0, 2)}-`, `-${word.slice(-2)}`]
}

function lettersIn(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

function hasMoreThan(bits: number, most: number): boolean {
  let rest = bits
  for (let count = 0; count < most; count += 1) rest &= rest - 1
  return rest !== 0
}
