import { needsQuotes, spellingsOf, undoings } from './key-spellings.ts'

/** Strikes keys out of what is shown to people or kept, however many there are. */
export interface KeyMask {
  /** Too short ones are ignored. None is forgotten: a log may be older than the loss of a key. */
  learn(key: string): void
  mask(text: string): string
}

/** What stands where a key stood. */
const struck = '[redacted]'

/** Shorter keys would strike half of every sentence. */
const shortest = 8

export function createKeyMask(): KeyMask {
  /** Keys have many spellings, and most logs are never read. */
  const unspelled = new Set<string>()
  const spellings = new Set<string>()
  let areQuoted = false
  /** How long spellings are, by their first characters: keys may be many and alike. */
  const lengths = new Map<string, number[]>()
  /** Which hashes those have, so that most places in a text need no look at the spellings. */
  const hashes = new Uint8Array(65_536)

  function add(spelling: string): void {
    if (spelling.length < shortest || spellings.has(spelling)) return
    spellings.add(spelling)
    const start = spelling.slice(0, shortest)
    const known = lengths.get(start)
    if (known === undefined) lengths.set(start, [spelling.length])
    else if (!known.includes(spelling.length)) known.push(spelling.length)
    let hash = 0
    for (let at = 0; at < shortest; at += 1) hash = hashOn(hash, start.charCodeAt(at))
    hashes[hash] = 1
  }

  /** From where to where in a text keys stand. */
  function find(given: string): (readonly [start: number, end: number])[] {
    const found: [number, number][] = []
    for (const { text, starts } of undoings(given, areQuoted)) {
      let hash = 0
      for (let end = 1; end <= text.length; end += 1) {
        hash = hashOn(hash, text.charCodeAt(end - 1))
        if (hashes[hash] === 0 || end < shortest) continue
        const at = end - shortest
        for (const length of lengths.get(text.slice(at, end)) ?? []) {
          if (spellings.has(text.slice(at, at + length)))
            found.push([starts?.[at] ?? at, starts?.[at + length] ?? at + length])
        }
      }
    }
    return found.sort(([first], [second]) => first - second)
  }

  return {
    learn(key) {
      // Backslashes do not count, for they may be of any number.
      if (key.replaceAll('\\', '').length >= shortest) unspelled.add(key)
    },
    mask(text) {
      for (const key of unspelled) {
        spellingsOf(key).forEach(add)
        areQuoted ||= needsQuotes(key)
      }
      unspelled.clear()
      if (spellings.size === 0 || text.length < shortest) return text
      let shown = ''
      let end = 0
      for (const range of find(text)) {
        // One inside another is struck out with it.
        if (range[0] >= end) shown += text.slice(end, range[0]) + struck
        end = Math.max(end, range[1])
      }
      return shown + text.slice(end)
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
