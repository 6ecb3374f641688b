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

/**
 * Creates a mask for any number of keys, for strings that are shown or stored. Masks a key as it is, percent-encoded, in JSON and
 * in base64.
 */
export function createKeyMask(): KeyMask {
  const spellings = new Set<string>()
  /** Matches each spelling; null if a key was added since the pattern was created. */
  let pattern: RegExp | null = null
  return {
    learn(key) {
      if (key.length < minKeyLength) return
      for (const spelling of listSpellings(key)) spellings.add(spelling)
      pattern = null
    },
    mask(text) {
      if (spellings.size === 0 || text.length < minKeyLength) return text
      pattern ??= createPattern(spellings)
      return text.replace(pattern, redaction)
    },
  }
}

/**
 * Creates a pattern that prefers the longest match, because a key may be the beginning of another. It ignores case, because the
 * names of headers are in lower case.
 */
function createPattern(spellings: ReadonlySet<string>): RegExp {
  const longestFirst = [...spellings].sort((first, second) => second.length - first.length)
  const alternatives = longestFirst.map(spelling => spelling.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(alternatives.join('|'), 'gi')
}

function listSpellings(key: string): string[] {
  const json = JSON.stringify(key).slice(1, -1)
  const escapedSlashes = json.replaceAll('/', '\\/')
  return [key, encodeURIComponent(key), json, escapedSlashes, btoa(key), ...encodeInLongerText(key)]
}

/**
 * Encodes a key in base64, once for each of its three possible byte offsets in a longer text, such as `Bearer …`. Omits the
 * characters that also depend on the neighbouring bytes.
 */
function encodeInLongerText(key: string): string[] {
  return [0, 1, 2].map(offset => {
    const ownRange = [Math.ceil((offset * 8) / 6), Math.floor(((offset + key.length) * 8) / 6)] as const
    return btoa(' '.repeat(offset) + key).slice(...ownRange)
  })
}

/** The maximum length of a key. Servers limit the length of headers. */
export const maxKeyLength = 4096

/** Whether a string can follow "Bearer" in the Authorization header (specification: Authentication). */
export function isKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey)
}
