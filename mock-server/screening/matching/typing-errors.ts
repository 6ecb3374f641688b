import { countEdits } from '../../../src/shared/text/did-you-mean.ts'

/** Counts the typing errors that turn one word into the other; undefined if the words are too different. */
export function countTypingErrors(word: string, otherWord: string): number | undefined {
  if (word === otherWord) return 0
  const maxErrors = maxTypingErrors(Math.max(word.length, otherWord.length))
  // A word that is longer by two letters is another word, such as a longer form of a name.
  if (maxErrors === 0 || Math.abs(word.length - otherWord.length) > 1) return undefined
  const errors = countEdits(word, otherWord)
  return errors > maxErrors ? undefined : errors
}

/** Returns the maximum number of typing errors in a word. Short words may have none, because many short words are similar. */
export function maxTypingErrors(wordLength: number): number {
  if (wordLength < 5) return 0
  return wordLength < 8 ? 1 : 2
}
