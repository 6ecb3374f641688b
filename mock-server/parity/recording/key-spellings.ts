/** How many levels of escapes to undo at most. An escaped text may be escaped again. */
const maxLayers = 8

/**
 * Matches an escape of an ASCII character. Any number of backslashes is treated as one, because each further
 * level of escaping doubles them. The semicolon of an HTML escape is optional, as in browsers.
 */
const escapes =
  /\\+(?:(?:u00|x)[2-7][\da-f]|u\{0*[2-7][\da-f]\}|0?[4-7][0-7]|1[0-7]{2}|.?)|%[2-7][\da-f]|&(?:#x0*[2-7][\da-f](?![\da-f])|#\d+|amp|lt|gt|quot|apos);?/gs

/** Matches an escape without its backslashes. */
const bareEscapes = /(?:u00|x)[2-7][\da-f]/g

/** Matches the quotes that a shell command may add to a key: `'it'\''s'`, `'it'"'"'s'`, `'it''s'`, `it^"s`. */
const quotes = /['"^`]/g

const htmlNames: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Returns the spellings of a key to search for in the `unescapedForms` of a string: plain, unescaped, hexadecimal and base64.
 * The base64 spellings include keys that were encoded twice, and match inside a longer encoded text. All spellings are in lower
 * case.
 */
export function spellingsOf(key: string): ReadonlySet<string> {
  const hexadecimal = Array.from(key, character => character.charCodeAt(0).toString(16)).join('')
  const base64Spellings = encodeBase64(key)
  const nestedSpellings = [...base64Spellings, ...base64Spellings.flatMap(encodeBase64)]
  const urlSafeSpellings = nestedSpellings.map(text => text.replaceAll('+', '-').replaceAll('/', '_'))
  const spellings = new Set(
    // Backslashes at the end of a key are ignored.
    [key.replace(/\\+$/, ''), hexadecimal, ...nestedSpellings, ...urlSafeSpellings].map(
      toLowerCaseSameLength,
    ),
  )
  // The loop also visits the spellings that it adds, because a key may contain text that looks like an
  // escape.
  for (const text of spellings)
    for (const pattern of [escapes, bareEscapes, quotes]) spellings.add(undoEscapes(text, pattern))
  return spellings
}

/**
 * Yields the text in lower case, then the text with its escapes undone once, twice and so on. Each form with quotes is also
 * yielded without them.
 */
export function* unescapedForms(text: string): Generator<string, void, undefined> {
  let unescaped = toLowerCaseSameLength(text)
  let previous = ''
  for (let layer = 0; layer <= maxLayers && unescaped !== previous; layer += 1) {
    yield unescaped
    const unquoted = undoEscapes(unescaped, quotes)
    if (unquoted !== unescaped) yield unquoted
    previous = unescaped
    unescaped = undoEscapes(previous, escapes)
    if (unescaped === previous) unescaped = undoEscapes(previous, bareEscapes)
  }
}

/** Undoes each escape once. */
function undoEscapes(text: string, pattern: RegExp): string {
  if (pattern === quotes) return text.replace(quotes, '')
  return toLowerCaseSameLength(text.replace(pattern, escaped => String.fromCharCode(decodeEscape(escaped))))
}

/** Returns the code of an escaped character. */
function decodeEscape(escaped: string): number {
  const escapeBody = escaped.replace(/^\\+/, '')
  if (escapeBody.length < 2) return escapeBody.charCodeAt(0)
  if (escapeBody.startsWith('&')) {
    const entity = escapeBody.slice(1).replace(';', '')
    return htmlNames[entity]?.charCodeAt(0) ?? Number(entity.slice(1).replace('x', '0x'))
  }
  return /^\d/.test(escapeBody)
    ? Number.parseInt(escapeBody, 8)
    : Number.parseInt(escapeBody.replace(/^.\{?/, ''), 16)
}

/**
 * Converts a string to lower case without changing its length. Replaces the letter İ with a space, because its lower case has
 * two characters; no key contains it.
 */
export function toLowerCaseSameLength(text: string): string {
  return text.replaceAll('\u0130', ' ').toLowerCase()
}

/**
 * Encodes a string in base64, once for each of its three possible byte offsets in a longer string. Omits the characters that
 * also depend on the neighbouring bytes.
 */
function encodeBase64(text: string): string[] {
  return [0, 1, 2].map(before => {
    const ownRange = [Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6)] as const
    return btoa(' '.repeat(before) + text).slice(...ownRange)
  })
}
