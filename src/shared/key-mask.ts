import { getOrInsert } from './get-or-insert.ts'
import { spellingsOf, toLowerCaseSameLength, unescapedForms } from './key-spellings.ts'

/** The string that replaces a key. */
const redaction = '[redacted]'

/** The minimum length of a key to mask. Shorter keys may occur in ordinary sentences. */
const minKeyLength = 8

/** Masks keys in strings. */
export interface KeyMask {
  /** Adds a key to mask. Ignores short keys. A key is never removed, because old logs may still contain it. */
  learn(key: string): void
  /** Replaces each key in a string. */
  mask(text: string): string
}

/** The spellings of keys, such as plain and base64, indexed for a fast search in strings. */
interface SpellingIndex {
  /** Keys whose spellings are not indexed yet. They are indexed at the first search, because keys have many spellings. */
  readonly pendingKeys: Set<string>
  readonly spellings: Set<string>
  /** Maps the first characters of spellings to the lengths of the spellings that begin with them. */
  readonly lengths: Map<string, Set<number>>
  /** Hashes of the first characters of all spellings, so that most positions in a string need no look-up in `lengths`. */
  readonly hashes: Uint8Array
}

/**
 * Creates a mask for any number of keys, for strings that are shown or stored. A plain or base64 key is masked alone; an escaped
 * key is masked with the complete word that contains it.
 */
export function createKeyMask(): KeyMask {
  const index: SpellingIndex = {
    pendingKeys: new Set(),
    spellings: new Set(),
    lengths: new Map(),
    hashes: new Uint8Array(65_536),
  }
  return {
    learn(key) {
      // The length check does not count backslashes: the search ignores them, because repeated escaping can add any number of
      // them.
      if (key.replaceAll('\\', '').length >= minKeyLength) index.pendingKeys.add(key)
    },
    mask(text) {
      for (const key of index.pendingKeys) addSpellings(index, key)
      index.pendingKeys.clear()
      return index.spellings.size === 0 || text.length < minKeyLength ? text : maskText(index, text)
    },
  }
}

function addSpellings({ spellings, lengths, hashes }: SpellingIndex, key: string): void {
  for (const spelling of spellingsOf(key)) {
    if (spelling.length < minKeyLength) continue
    spellings.add(spelling)
    const beginning = spelling.slice(0, minKeyLength)
    getOrInsert(lengths, beginning, () => new Set()).add(spelling.length)
    hashes[Array.from(beginning, character => character.charCodeAt(0)).reduce(extendHash, 0)] = 1
  }
}

function maskText(index: SpellingIndex, text: string): string {
  let masked = ''
  let end = 0
  for (const range of findKeys(index, toLowerCaseSameLength(text))) {
    // A range that lies in an earlier range is already masked.
    if (range[0] >= end) masked += text.slice(end, range[0]) + redaction
    end = Math.max(end, range[1])
  }
  masked += text.slice(end)
  for (const word of [/[^\s"'?&=<>,;]+/g, /\S+/g]) {
    if (!hidesKey(index, masked)) break
    masked = masked.replace(word, part => (hidesKey(index, part) ? redaction : part))
  }
  return masked
}

/** Yields the start and end of each key in a string. */
function* findKeys(
  { spellings, lengths, hashes }: SpellingIndex,
  text: string,
): Generator<readonly [start: number, end: number], void, undefined> {
  let hash = 0
  for (let end = 1; end <= text.length; end += 1) {
    hash = extendHash(hash, text.charCodeAt(end - 1))
    if (hashes[hash] === 0 || end < minKeyLength) continue
    const start = end - minKeyLength
    for (const length of lengths.get(text.slice(start, end)) ?? [])
      if (spellings.has(text.slice(start, start + length))) yield [start, start + length]
  }
}

function hidesKey(index: SpellingIndex, text: string): boolean {
  for (const form of unescapedForms(text)) if (!findKeys(index, form).next().done) return true
  return false
}

/** Updates the hash of the last eight characters. Each shift moves the oldest character out of the 16 bits. */
function extendHash(hash: number, code: number): number {
  return ((hash << 2) ^ code) & 0xffff
}

/** The maximum length of a key. Servers limit the length of headers. */
export const maxKeyLength = 4096

/** Whether a string can follow "Bearer" in the Authorization header (specification: Authentication). */
export function isKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey)
}
