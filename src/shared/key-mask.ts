import { isString } from './json.ts'

/** The string that replaces a key. */
const redaction = '[redacted]'

/** The minimum length of a key to mask. Shorter keys may occur in ordinary sentences. */
export const minKeyLength = 8

/** Masks keys in strings. */
export interface KeyMask {
  /** Adds a key to mask. Ignores short keys. */
  learn(key: string): void
  /** Removes a key, which logs and errors no longer contain. */
  forget(key: string): void
  /** Replaces each key in a string. */
  mask(text: string): string
}

/**
 * Creates a mask for any number of keys, for strings that are shown or stored. Masks a key as it is, percent-encoded, in JSON and
 * in base64.
 */
export function createKeyMask(): KeyMask {
  /** For each key, the sources of patterns for its spellings. */
  const sources = new Map<string, readonly string[]>()
  /** Matches each spelling; null if a key was added or removed since the pattern was created. */
  let pattern: RegExp | null = null
  return {
    learn(key) {
      if (key.length < minKeyLength) return
      const base64 = [btoa(key), ...encodeInLongerText(key)]
      sources.set(key, [toTextSource(key), ...base64.map(escapeSource)])
      pattern = null
    },
    forget(key) {
      if (sources.delete(key)) pattern = null
    },
    mask(text) {
      if (sources.size === 0 || text.length < minKeyLength) return text
      pattern ??= createPattern([...sources.values()].flat())
      return text.replace(pattern, redaction)
    },
  }
}

/**
 * Creates a pattern that prefers the longest match, because a key may be the beginning of another. It ignores case, because the
 * names of headers are in lower case.
 */
function createPattern(sources: readonly string[]): RegExp {
  const longestFirst = [...sources].sort((first, second) => second.length - first.length)
  return new RegExp(longestFirst.join('|'), 'gi')
}

/**
 * Returns the source of a pattern for a key as it is, percent-encoded and in JSON. Encoders differ in the punctuation that they
 * encode, so each mark matches in every form.
 */
function toTextSource(key: string): string {
  return key.replace(/[^a-z0-9]/gi, mark => {
    const percentEncoded = `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`
    const backslash = /["/\\]/.test(mark) ? '\\\\?' : ''
    return `(?:${backslash}${escapeSource(mark)}|${percentEncoded})`
  })
}

function escapeSource(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
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

/** Returns what is wrong with a key; null if nothing is. Does not quote the value, so that a key is never shown. */
export function whyNotKey(value: unknown): string | null {
  if (!isString(value) || value === '' || value.length > maxKeyLength)
    return `must be a string of 1 to ${maxKeyLength} visible ASCII characters`
  if (/^bearer\s/i.test(value)) return 'must be the key alone: remove "Bearer", which the client adds'
  if (/^["'`]|["'`]$/.test(value)) return 'must be the key alone: remove the quotation marks around it'
  if (/\s/.test(value)) return 'must not hold a space or line break: trim() removes those around the key'
  return isKey(value) ? null : 'must consist of visible ASCII characters'
}

/** Whether a string can follow "Bearer" in the Authorization header (specification: Authentication). */
export function isKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey)
}
