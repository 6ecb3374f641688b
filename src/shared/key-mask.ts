import { fold, spellingsOf, undoings } from './key-spellings.ts'
import { entryOf } from './lists.ts'

/** What stands where a key stood. */
const struck = '[redacted]'

/** Shorter keys would strike half of every sentence. */
const shortest = 8

export type KeyMask = ReturnType<typeof createKeyMask>

/**
 * Strikes keys out of what is shown to people or kept, however many there are: one that stands in a text as it is, or in base64, is
 * struck out alone; one that escapes hide, with the word around it.
 */
export function createKeyMask() {
  /** Keys have many spellings, and most logs are never read. */
  const unspelled = new Set<string>()
  const spellings = new Set<string>()
  /** How long spellings are, by their first characters: keys may be many and alike. */
  const lengths = new Map<string, Set<number>>()
  /** Which hashes those have, so that most places in a text need no look at the spellings. */
  const hashes = new Uint8Array(65_536)

  function learnSpellings(key: string): void {
    for (const spelling of spellingsOf(key)) {
      if (spelling.length < shortest) continue
      spellings.add(spelling)
      const start = spelling.slice(0, shortest)
      entryOf(lengths, start, () => new Set()).add(spelling.length)
      hashes[Array.from(start, character => character.charCodeAt(0)).reduce(hashOn, 0)] = 1
    }
  }

  /** From where to where in a text keys stand. */
  function* placesIn(text: string): Generator<readonly [start: number, end: number], void, undefined> {
    let hash = 0
    for (let end = 1; end <= text.length; end += 1) {
      hash = hashOn(hash, text.charCodeAt(end - 1))
      if (hashes[hash] === 0 || end < shortest) continue
      const at = end - shortest
      for (const length of lengths.get(text.slice(at, end)) ?? [])
        if (spellings.has(text.slice(at, at + length))) yield [at, at + length]
    }
  }

  function hides(text: string): boolean {
    for (const undone of undoings(text)) if (!placesIn(undone).next().done) return true
    return false
  }

  return {
    /** Too short ones are ignored. None is forgotten: a log may be older than the loss of a key. */
    learn(key: string): void {
      // Backslashes do not count, for they may be of any number.
      if (key.replaceAll('\\', '').length >= shortest) unspelled.add(key)
    },
    mask(text: string): string {
      for (const key of unspelled) learnSpellings(key)
      unspelled.clear()
      if (spellings.size === 0 || text.length < shortest) return text
      let shown = ''
      let end = 0
      for (const place of placesIn(fold(text))) {
        // One inside another is struck out with it.
        if (place[0] >= end) shown += text.slice(end, place[0]) + struck
        end = Math.max(end, place[1])
      }
      shown += text.slice(end)
      for (const part of [/[^\s"'?&=<>,;]+/g, /\S+/g]) {
        if (!hides(shown)) break
        shown = shown.replace(part, word => (hides(word) ? struck : word))
      }
      return shown
    },
  }
}

/** Of the latest eight characters: shifts push older ones out of its 16 bits. */
function hashOn(hash: number, code: number): number {
  return ((hash << 2) ^ code) & 0xffff
}

/** The most characters that a key may have: longer ones are no keys, and headers have limits. */
export const longestKey = 4096

/** What can stand in a header after "Bearer" (specification: Authentication). */
export function isKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey)
}
