/** A text to be searched, and where in the original each of its characters begins; that is left out where nothing has moved. */
interface Unescaped {
  readonly text: string
  readonly starts?: Uint32Array
}

/** From where to where in a text the key stands. */
type Range = readonly [start: number, end: number]

/** Escapes may be escaped in turn: so many times over they are undone. */
const mostLayers = 8

/**
 * An escape of an ASCII character. Escaping doubles backslashes, so that any number of them is as good as one; browsers read
 * those of HTML without a semicolon too.
 */
const escapes =
  /\\*(?:u00|x)[2-7][\da-f]|\\+(?:u\{0*[2-7][\da-f]\}|0?[4-7][0-7]|1[0-7]{2}|.?)|%[2-7][\da-f]|&(?:#x0*[2-7][\da-f](?![\da-f])|#\d+|amp|lt|gt|quot|apos);?/sy

/** The characters with which one begins, and with which one does whose backslashes have been taken away. */
const beginnings = '\\%&'
const bareBeginnings = 'ux'

const htmlNames: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Finds a key however a text may write it: as it is, escaped for JSON, JavaScript, HTML or a URL (once or more), in
 * hexadecimal, and in base64, once or twice, alone or within a longer text. Letters are found in either case.
 *
 * @param shortest - What is shorter is no key, whatever a key would be if it were taken for escapes.
 */
export function createFinder(apiKey: string, shortest: number): (text: string) => Range[] {
  const inHexadecimal = Array.from(apiKey, character => character.charCodeAt(0).toString(16)).join('')
  const inBase64s = inBase64(apiKey)
  const forms = new Set(
    // Any number of backslashes at its end is as good as none.
    [apiKey.replace(/\\+$/, ''), inHexadecimal, ...inBase64s, ...inBase64s.flatMap(inBase64)].map(fold),
  )
  // What looks like escapes is undone with those around it. A set hands out what is added on the way, too.
  for (const text of forms)
    forms.add(undo({ text }, beginnings).text).add(undo({ text }, bareBeginnings).text)
  const wanted = [...forms].filter(form => form.length >= shortest)
  return text => {
    const found: Range[] = []
    let unescaped: Unescaped = { text: fold(text) }
    for (let layer = 0; layer <= mostLayers; layer += 1) {
      for (const form of wanted) addRanges(form, unescaped, found)
      const before = unescaped
      unescaped = undo(unescaped, beginnings)
      if (unescaped === before) unescaped = undo(unescaped, bareBeginnings)
      if (unescaped === before) break
    }
    return found.sort(([first], [second]) => first - second)
  }
}

function addRanges(form: string, { text, starts }: Unescaped, ranges: Range[]): void {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
    const end = at + form.length
    ranges.push([starts?.[at] ?? at, starts?.[end] ?? end])
  }
}

/** Undoes each escape once. */
function undo(unescaped: Unescaped, firsts: string): Unescaped {
  const { text, starts } = unescaped
  const codes = new Uint16Array(text.length)
  const kept = new Uint32Array(text.length + 1)
  let length = 0
  for (let at = 0; at < text.length; length += 1) {
    kept[length] = starts?.[at] ?? at
    escapes.lastIndex = at
    const isEscape = firsts.includes(text.charAt(at)) && escapes.test(text)
    codes[length] = isEscape ? decode(text.slice(at, escapes.lastIndex)) : text.charCodeAt(at)
    at = isEscape ? escapes.lastIndex : at + 1
  }
  if (length === text.length) return unescaped
  kept[length] = starts?.[text.length] ?? text.length
  return { text: fold(textOf(codes.subarray(0, length))), starts: kept }
}

/** An engine takes only so many characters at once. */
function textOf(codes: Uint16Array): string {
  let text = ''
  for (let at = 0; at < codes.length; at += 4096)
    text += String.fromCharCode(...codes.subarray(at, at + 4096))
  return text
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

/** In lower case and one alphabet of base64. As long as it was: the one letter that would become two is no part of a key. */
function fold(text: string): string {
  return text.replaceAll('\u0130', ' ').toLowerCase().replaceAll('-', '+').replaceAll('_', '/')
}

/** What base64 makes of a text after 0, 1 or 2 other bytes, without the characters in which a neighbour has a part. */
function inBase64(text: string): string[] {
  return [0, 1, 2].map(before => {
    const own = [Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6)] as const
    return btoa(' '.repeat(before) + text).slice(...own)
  })
}
