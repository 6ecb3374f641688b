/** The body of a response: one text, or the slices of a long one, which are made while they are sent. A slice may be empty. */
export type Body = string | Iterable<string>

/** The result of a behaviour that is written piece by piece. */
export class JsonPieces {
  readonly pieces: Iterable<string>

  constructor(pieces: Iterable<string>) {
    this.pieces = pieces
  }
}

/** The most pieces, and characters, of one slice. */
const mostPieces = 256
const mostCharacters = 65_536

/** A JSON array, one item in each piece; undefined makes an empty piece. */
export function* arrayPieces(items: Iterable<unknown>, before = '', after = ''): Generator<string> {
  let lead = `${before}[`
  let isEmpty = true
  for (const item of items) {
    if (item === undefined) {
      yield ''
      continue
    }
    yield lead + JSON.stringify(item)
    lead = ','
    isEmpty = false
  }
  yield `${isEmpty ? lead : ''}]${after}`
}

/** A short body as one text, so that its length is known; else in slices. */
export function bodyOf(pieces: Iterable<string>): Body {
  const slices = slicesOf(pieces)
  const first = slices.next().value ?? ''
  const second = slices.next()
  return second.done ? first : chain([first, second.value], slices)
}

function* chain(begun: Iterable<string>, rest: Iterable<string>): Generator<string> {
  yield* begun
  yield* rest
}

/** Pieces put together: other work runs between two slices, not between two pieces. */
function* slicesOf(pieces: Iterable<string>): Generator<string, undefined> {
  let text = ''
  let count = 0
  for (const piece of pieces) {
    text += piece
    count += 1
    if (count < mostPieces && text.length < mostCharacters) continue
    yield text
    text = ''
    count = 0
  }
  if (text !== '') yield text
}

/** The first part of a body: half of a text, or the first slice of a long one. */
export function beginningOf(body: Body): string {
  if (typeof body === 'string') return body.slice(0, Math.ceil(body.length / 2))
  for (const slice of body) return slice
  return ''
}
