/** Escapes may be escaped in turn: they are undone up to this depth. */
const maxLayers = 8

/**
 * An escape of an ASCII character. Escaping doubles backslashes, so that any number of them counts as one; browsers accept HTML
 * escapes without a semicolon too.
 */
const escapes =
  /\\+(?:(?:u00|x)[2-7][\da-f]|u\{0*[2-7][\da-f]\}|0?[4-7][0-7]|1[0-7]{2}|.?)|%[2-7][\da-f]|&(?:#x0*[2-7][\da-f](?![\da-f])|#\d+|amp|lt|gt|quot|apos);?/gs

/** An escape without its backslashes. */
const bareEscapes = /(?:u00|x)[2-7][\da-f]/g

/** Quotes of shells, which have no meaning in a key: `'it'\''s'`, `'it'"'"'s'`, `'it''s'`, `it^"s`. */
const quotes = /['"^`]/g

const htmlNames: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Returns the forms in which `unescapedForms` of a text may contain a key: as it is, escaped for JSON, JavaScript, HTML, a URL (once or
 * more) or a shell, in hexadecimal, and in base64, once or twice, alone or within a longer text. Letters match in either case.
 */
export function spellingsOf(key: string): ReadonlySet<string> {
  const hexadecimal = Array.from(key, character => character.charCodeAt(0).toString(16)).join('')
  const base64Spellings = encodeBase64(key)
  const nestedSpellings = [...base64Spellings, ...base64Spellings.flatMap(encodeBase64)]
  const urlSafeSpellings = nestedSpellings.map(text => text.replaceAll('+', '-').replaceAll('/', '_'))
  const spellings = new Set(
    // Backslashes at the end have no meaning.
    [key.replace(/\\+$/, ''), hexadecimal, ...nestedSpellings, ...urlSafeSpellings].map(
      toLowerCaseSameLength,
    ),
  )
  // A key may contain what looks like an escape. Iterating over a set includes values that are added on the way.
  for (const text of spellings)
    for (const pattern of [escapes, bareEscapes, quotes]) spellings.add(undoEscapes(text, pattern))
  return spellings
}

/**
 * Yields the text itself, then without its escapes, then without the escapes in that, and so on; each also without quotes.
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

/** Lower case of the same length: the only letter that would become two cannot be part of a key. */
export function toLowerCaseSameLength(text: string): string {
  return text.replaceAll('\u0130', ' ').toLowerCase()
}

/** Encodes a text in base64 after 0, 1 or 2 other bytes, without the characters that depend on neighbours. */
function encodeBase64(text: string): string[] {
  return [0, 1, 2].map(before => {
    const ownRange = [Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6)] as const
    return btoa(' '.repeat(before) + text).slice(...ownRange)
  })
}
