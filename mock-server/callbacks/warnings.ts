import { logFailure } from './log-failure.ts'

export interface Warnings {
  /** Calls the function in the option `warn`. If it throws, logs its error. */
  readonly warn: (sentence: string) => void
  /** Like `warn`, but ignores a sentence that was already passed. */
  readonly warnOnce: (sentence: string) => void
}

export function createWarnings(
  callback: (sentence: string) => void = sentence => console.warn(sentence),
): Warnings {
  const sentences = new Set<string>()

  function warn(sentence: string): void {
    try {
      callback(sentence)
    } catch (error) {
      logFailure('warn', error)
    }
  }

  return {
    warn,
    warnOnce(sentence) {
      if (!sentences.has(sentence)) warn(sentence)
      sentences.add(sentence)
    },
  }
}
