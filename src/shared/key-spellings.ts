/** Escapes may be escaped in turn: so many times over they are undone. */
const mostLayers = 8

/**
 * An escape of an ASCII character. Escaping doubles backslashes, so that any number of them is as good as one; browsers read
 * those of HTML without a semicolon too.
 */
const escapes =
  /\\+(?:(?:u00|x)[2-7][\da-f]|u\{0*[2-7][\da-f]\}|0?[4-7][0-7]|1[0-7]{2}|.?)|%[2-7][\da-f]|&(?:#x0*[2-7][\da-f](?![\da-f])|#\d+|amp|lt|gt|quot|apos);?/gs

/** One whose backslashes have been taken away. */
const bareEscapes = /(?:u00|x)[2-7][\da-f]/g

/** What shells quote with: `'it'\''s'`, `'it'"'"'s'`, `'it''s'`, `it^"s`. They stand for nothing. */
const quotes = /['"^`]/g

const htmlNames: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * What a key becomes in `undoings` of a text, however the text writes it: as it is, escaped for JSON, JavaScript, HTML, a URL
 * (once or more) or a shell, in hexadecimal, and in base64, once or twice, alone or within a longer text. Letters are found in
 * either case.
 */
export function spellingsOf(key: string): ReadonlySet<string> {
  const inHexadecimal = Array.from(key, character => character.charCodeAt(0).toString(16)).join('')
  const once = inBase64(key)
  const inBase64s = [...once, ...once.flatMap(inBase64)]
  const inItsOtherAlphabet = inBase64s.map(text => text.replaceAll('+', '-').replaceAll('/', '_'))
  const spellings = new Set(
    // Any number of backslashes at its end is as good as none.
    [key.replace(/\\+$/, ''), inHexadecimal, ...inBase64s, ...inItsOtherAlphabet].map(fold),
  )
  // What looks like escapes is undone with those around it. A set hands out what is added on the way, too.
  for (const text of spellings)
    for (const pattern of [escapes, bareEscapes, quotes]) spellings.add(undo(text, pattern))
  return spellings
}

/** A text as it is, then without its escapes, without those that these have hidden, and so on; each also without quotes. */
export function* undoings(text: string): Generator<string, void, undefined> {
  let undone = fold(text)
  let before = ''
  for (let layer = 0; layer <= mostLayers && undone !== before; layer += 1) {
    yield undone
    const unquoted = undo(undone, quotes)
    if (unquoted !== undone) yield unquoted
    before = undone
    undone = undo(before, escapes)
    if (undone === before) undone = undo(before, bareEscapes)
  }
}

/** Undoes each escape once. */
function undo(text: string, pattern: RegExp): string {
  if (pattern === quotes) return text.replace(quotes, '')
  return fold(text.replace(pattern, escaped => String.fromCharCode(decode(escaped))))
}

/** The code of the character that an escape stands for. */
function decode(escaped: string): number {
  const rest = escaped.replace(/^\\+/, '')
  if (rest.length < 2) return rest.charCodeAt(0)
  if (rest.startsWith('&')) {
    const entity = rest.slice(1).replace(';', '')
    return htmlNames[entity]?.charCodeAt(0) ?? Number(entity.slice(1).replace('x', '0x'))
  }
  return /^\d/.test(rest) ? Number.parseInt(rest, 8) : Number.parseInt(rest.replace(/^.\{?/, ''), 16)
}

/** In lower case, and as long as it was: the one letter that would become two is no part of a key. */
export function fold(text: string): string {
  return text.replaceAll('\u0130', ' ').toLowerCase()
}

/** What base64 makes of a text after 0, 1 or 2 other bytes, without the characters in which a neighbour has a part. */
function inBase64(text: string): string[] {
  return [0, 1, 2].map(before => {
    const own = [Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6)] as const
    return btoa(' '.repeat(before) + text).slice(...own)
  })
}
