/**
 * The body of an answer: one text, or the pieces of a long one, which are made while they are sent. Pieces may be empty: each
 * is a place where whoever sends them may let others have their turn.
 */
export type Body = string | Iterable<string>

/** A behaviour's answer that is written piece by piece, in place of a value that is written at once. */
export class JsonPieces {
  readonly pieces: Iterable<string>

  constructor(pieces: Iterable<string>) {
    this.pieces = pieces
  }
}

/** What is made in one go: so many pieces, or so many characters, whichever comes first. */
const mostPieces = 256
const mostCharacters = 65_536

/** An array in JSON, an item a piece; undefined stands for an item that is passed by. */
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

/** The body as one text where it is short, so that its length can be told; else what has been made of it, and then the rest. */
export function bodyOf(pieces: Iterable<string>): Body {
  const rest = pieces[Symbol.iterator]()
  const { text, done } = nextSlice(rest)
  return done ? text : resume(text, rest)
}

function* resume(begun: string, rest: Iterator<string>): Generator<string> {
  try {
    yield begun
    for (let piece = rest.next(); !piece.done; piece = rest.next()) yield piece.value
  } finally {
    rest.return?.()
  }
}

/** Pieces put together, each slice as much as may be made before others have their turn. */
export function* slicesOf(pieces: Iterable<string>): Generator<string, void> {
  const rest = pieces[Symbol.iterator]()
  try {
    for (let slice = nextSlice(rest); ; slice = nextSlice(rest)) {
      if (slice.text !== '' || !slice.done) yield slice.text
      if (slice.done) return
    }
  } finally {
    rest.return?.()
  }
}

function nextSlice(pieces: Iterator<string>): { text: string; done: boolean } {
  let text = ''
  for (let count = 0; count < mostPieces && text.length < mostCharacters; count += 1) {
    const piece = pieces.next()
    if (piece.done) return { text, done: true }
    text += piece.value
  }
  return { text, done: false }
}

/** The first part of a body: of one text the half, of a long one the first slice. */
export function beginningOf(body: Body): string {
  if (typeof body === 'string') return body.slice(0, Math.ceil(body.length / 2))
  for (const slice of slicesOf(body)) return slice
  return ''
}
