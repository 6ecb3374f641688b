/**
 * The body of a response: a single string, or the chunks of a long body. Each chunk is generated when it is sent. A chunk may be
 * empty.
 */
export type Body = string | Iterable<string>

/** The result of an operation as JSON: fragments that are written one by one, or the complete text. */
export class JsonFragments {
  readonly fragments: Body

  constructor(fragments: Body) {
    this.fragments = fragments
  }
}

/** The maximum number of fragments, and of characters, in a chunk. */
const maxFragments = 256
const maxCharacters = 65_536

/** Yields a JSON array in fragments of one item each. An undefined item becomes an empty fragment. */
export function* arrayFragments(items: Iterable<unknown>, prefix = '', suffix = ''): Generator<string> {
  let separator = `${prefix}[`
  let isEmpty = true
  for (const item of items) {
    if (item === undefined) {
      yield ''
      continue
    }
    yield separator + JSON.stringify(item)
    separator = ','
    isEmpty = false
  }
  yield `${isEmpty ? separator : ''}]${suffix}`
}

/** Joins the fragments of a short body, so that its length is known. Groups the fragments of a long body into chunks. */
export function toBody(fragments: Body): Body {
  if (typeof fragments === 'string') return fragments
  const chunks = groupIntoChunks(fragments)
  const first = chunks.next().value ?? ''
  const second = chunks.next()
  return second.done ? first : concatenate([first, second.value], chunks)
}

function* concatenate(first: Iterable<string>, second: Iterable<string>): Generator<string> {
  yield* first
  yield* second
}

/** Groups fragments into chunks. Other work runs between two chunks, but not between two fragments. */
function* groupIntoChunks(fragments: Iterable<string>): Generator<string, undefined> {
  let text = ''
  let count = 0
  for (const fragment of fragments) {
    text += fragment
    count += 1
    if (count < maxFragments && text.length < maxCharacters) continue
    yield text
    text = ''
    count = 0
  }
  if (text !== '') yield text
}

/** Returns the first half of a body that is a string, or the first chunk of a long body. */
export function truncateBody(body: Body): string {
  if (typeof body === 'string') return body.slice(0, Math.ceil(body.length / 2))
  for (const chunk of body) return chunk
  return ''
}
