import type { CallbackGuard } from './guard.ts'

export interface Warnings {
  /** Calls the `warn` option; an error in it is ignored. */
  readonly warn: (sentence: string) => void
  /** Calls it if it was not called with this sentence before. */
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
