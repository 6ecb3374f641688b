import type { CallbackGuard } from './guard.ts'

export interface Warnings {
  /** Calls the function in the option `warn`, and ignores its errors. */
  readonly warn: (sentence: string) => void
  /** Like `warn`, but ignores a sentence that was already passed. */
  readonly warnOnce: (sentence: string) => void
}

export function createWarnings(
  guard: CallbackGuard,
  callback: (sentence: string) => void = sentence => console.warn(sentence),
): Warnings {
  const sentences = new Set<string>()
  const warn = (sentence: string) => guard.notify('warn', () => callback(sentence))
  return {
    warn,
    warnOnce(sentence) {
      if (!sentences.has(sentence)) warn(sentence)
      sentences.add(sentence)
    },
  }
}
