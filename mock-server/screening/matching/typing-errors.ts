import { countEdits } from '../../../src/shared/text/did-you-mean.ts'

/** How many typing errors make one word the other; undefined where they are two words. */
export function typingErrors(one: string, other: string): number | undefined {
  if (one === other) return 0
  const most = mostErrors(Math.max(one.length, other.length))
  // Two letters more make another word, such as a longer name of its kind.
  if (most === 0 || Math.abs(one.length - other.length) > 1) return undefined
  const errors = countEdits(one, other)
  return errors > most ? undefined : errors
}

/** None where a word is short: short words are easily others. */
export function mostErrors(letters: number): number {
  if (letters < 5) return 0
  return letters < 8 ? 1 : 2
}
