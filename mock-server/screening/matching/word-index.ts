import { mostTypingErrors, wordSimilarity } from './typing-errors.ts'

/** Finds the words that a word may stand for, without a look at all others. */
export interface WordIndex {
  /** Each word that is the same but for typing errors, with how alike it is. */
  alike(word: string): ReadonlyMap<string, number>
}

/** A word, and which letters it has, as bits. */
interface Word {
  readonly text: string
  readonly letters: number
}

/**
 * By the first two letters and by the last two: one typing error leaves either as it is in every word that may have one, and
 * two do unless there is one at each end.
 */
export function createWordIndex(words: Iterable<string>): WordIndex {
  const byEnd = new Map<string, Word[]>()
  for (const text of words) {
    const word = { text, letters: lettersOf(text) }
    for (const end of endsOf(text)) {
      const sameEnd = byEnd.get(end)
      if (sameEnd === undefined) byEnd.set(end, [word])
      else sameEnd.push(word)
    }
  }
  return {
    alike(given) {
      const found = new Map<string, number>()
      const letters = lettersOf(given)
      for (const end of endsOf(given)) {
        for (const word of byEnd.get(end) ?? []) {
          const most = mostTypingErrors(Math.max(given.length, word.text.length))
          if (!maybeAlike(word.letters ^ letters, most)) continue
          const similarity = wordSimilarity(given, word.text)
          if (similarity > 0) found.set(word.text, similarity)
        }
      }
      return found
    },
  }
}

function endsOf(text: string): string[] {
  return [`${text.slice(0, 2)}-`, `-${text.slice(-2)}`]
}

function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters
}

/** A letter that is wrong makes two words differ by two at most: those that differ by more are not compared at all. */
function maybeAlike(difference: number, mostErrors: number): boolean {
  let left = 2 * mostErrors
  for (let bits = difference; bits !== 0; bits &= bits - 1) {
    if (left === 0) return false
    left -= 1
  }
  return true
}
