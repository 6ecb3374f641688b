/**
 * The body of a response: one text, or the pieces of a long one, which are made while they are sent. A piece may be empty: other
 * work may run between any two.
 */
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

/** A short body as one text, so that its length is known; else its first slice, and then the rest. */
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

/** The first part of a body: half of a text, or the first slice of a long one. */
export function beginningOf(body: Body): string {
  if (typeof body === 'string') return body.slice(0, Math.ceil(body.length / 2))
  for (const slice of slicesOf(body)) return slice
  return ''
}
