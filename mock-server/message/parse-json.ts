import type { Sliced } from './turns.ts'

/** Texts, and containers in them, up to this many characters are parsed in one go: that takes a few milliseconds. */
const short = 262_144

/** The depth to which long arrays and objects are sliced; what lies deeper is parsed in one go. */
const deepest = 4

/** A text, and how far it has been read. */
interface Cursor {
  readonly text: string
  at: number
}

/**
 * The same as `JSON.parse`, in slices.
 *
 * @throws SyntaxError for what is not JSON.
 */
export function* parseJson(text: string): Sliced<unknown> {
  if (text.length <= short) return JSON.parse(text)
  const cursor = { text, at: 0 }
  const value = yield* readValue(cursor, 0)
  if (peek(cursor) !== '') throw new SyntaxError('there is text behind the value')
  return value
}

function* readValue(cursor: Cursor, depth: number): Sliced<unknown> {
  const { text } = cursor
  const first = peek(cursor)
  const isContainer = first === '[' || first === '{'
  const end = isContainer ? endOfContainer(text, cursor.at, depth < deepest ? short : text.length) : -1
  if (isContainer && end < 0)
    return yield* first === '[' ? readArray(cursor, depth) : readObject(cursor, depth)
  return readWhole(cursor, isContainer ? end : endOfScalar(text, cursor.at))
}

function* readArray(cursor: Cursor, depth: number): Sliced<unknown[]> {
  const items: unknown[] = []
  for (let next = step(cursor, ']'); next; next = step(cursor, ']', ',')) {
    items.push(yield* readValue(cursor, depth + 1))
    yield
  }
  return items
}

function* readObject(cursor: Cursor, depth: number): Sliced<object> {
  const fields: [string, unknown][] = []
  for (let next = step(cursor, '}'); next; next = step(cursor, '}', ',')) {
    if (peek(cursor) !== '"') throw new SyntaxError('a key must be a string')
    const key = readWhole(cursor, endOfString(cursor.text, cursor.at))
    if (peek(cursor) !== ':') throw new SyntaxError('a colon must follow on a key')
    cursor.at += 1
    fields.push([String(key), yield* readValue(cursor, depth + 1)])
    yield
  }
  // Every key becomes an own property, even `__proto__`.
  return Object.fromEntries(fields)
}

/** Moves to the next item; false at the end of the container. */
function step(cursor: Cursor, close: string, separator?: string): boolean {
  if (separator === undefined) cursor.at += 1
  const next = peek(cursor)
  if (next === close) {
    cursor.at += 1
    return false
  }
  if (separator !== undefined) {
    if (next !== separator) throw new SyntaxError('a comma is missing')
    cursor.at += 1
  }
  return true
}

function readWhole(cursor: Cursor, end: number): unknown {
  const value: unknown = JSON.parse(cursor.text.slice(cursor.at, end))
  cursor.at = end
  return value
}

/** The next character that is not whitespace; empty at the end. */
function peek(cursor: Cursor): string {
  const { text } = cursor
  while (/[ \t\n\r]/.test(text.charAt(cursor.at))) cursor.at += 1
  return text.charAt(cursor.at)
}

/** The end of the container that begins there; -1 if it is longer than `most`. Its content is not checked. */
function endOfContainer(text: string, begin: number, most: number): number {
  const last = Math.min(text.length, begin + most)
  let open = 0
  for (let at = begin; at < last; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 0x22) at = endOfString(text, at) - 1
    // Brackets and braces differ in the bit that is set here.
    else if ((character | 0x20) === 0x7b) open += 1
    else if ((character | 0x20) === 0x7d) {
      open -= 1
      if (open === 0) return at + 1
    }
  }
  return most === text.length ? text.length : -1
}

function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at
    while (text.charCodeAt(before - 1) === 0x5c) before -= 1
    if ((at - before) % 2 === 0) return at + 1
  }
  throw new SyntaxError('a string does not end')
}

function endOfScalar(text: string, begin: number): number {
  if (text.charAt(begin) === '"') return endOfString(text, begin)
  let at = begin
  while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at += 1
  return at
}
