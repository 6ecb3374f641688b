import type { CallbackGuard } from './guard.ts'

export interface Warnings {
  /** Calls the option `warn`. An error of this function has no effect. */
  readonly warn: (sentence: string) => void
  /** Calls the option `warn` once for each sentence: a repeated sentence has no effect. */
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
