/**
 * The rows to import: CSV as a file (Node), `File`, `Blob`, stream, bytes or text, or objects in an array or any other iterable.
 * The keys of objects are read like the header of a CSV file.
 *
 * @example
 * const sources: PortfolioSource[] = [
 *   { file: 'customers.csv' },
 *   'name,type,country\nNordwind GmbH,organization,Germany',
 *   [{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }],
 * ]
 */
export type PortfolioSource =
  | string
  | { readonly file: string }
  | Blob
  | Uint8Array
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<object>
  | AsyncIterable<object>

/** A source that has been opened. */
export interface OpenSource {
  /** Bytes or text of a CSV source, or rows. */
  readonly items: AsyncIterable<unknown> | Iterable<unknown>
  /** How many bytes there are; null where the source does not say, or can be read only once. */
  readonly bytes: number | null
  /** Ends a stream that may be silent. */
  cancel(): void
}

export async function openSource(source: PortfolioSource): Promise<OpenSource> {
  if (isText(source)) return { items: [source], bytes: source.length, cancel() {} }
  if (source instanceof Blob) return openStream(source.stream(), source.size)
  if (source instanceof ReadableStream) return openStream(source, null)
  if (!(Symbol.iterator in source || Symbol.asyncIterator in source)) return openFile(source.file)
  const cancel = () => {
    // A stream of Node's that is silent is ended so, and by nothing else.
    if ('destroy' in source && typeof source.destroy === 'function') source.destroy()
  }
  return { items: source, bytes: null, cancel }
}

async function openFile(file: string): Promise<OpenSource> {
  const { createReadStream, promises } = await import('node:fs')
  const stats = await promises.stat(file)
  // Opened when it is read: an import that ends before leaves nothing open.
  async function* read(): AsyncGenerator<Uint8Array> {
    yield* createReadStream(file)
  }
  // What was read of a pipe or a terminal does not come again.
  return { items: read(), bytes: stats.isFile() ? stats.size : null, cancel() {} }
}

/** Not every browser can iterate a stream. */
function openStream(stream: ReadableStream<unknown>, bytes: number | null): OpenSource {
  const reader = stream.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  async function* read(): AsyncGenerator<unknown> {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
    } finally {
      cancel()
    }
  }
  return { items: read(), bytes, cancel }
}

export function isText(item: unknown): item is string | Uint8Array {
  return typeof item === 'string' || item instanceof Uint8Array
}

/** Objects that are at hand are read so many at a time: not far ahead of what becomes of them. */
const mostTogether = 64

/** Items in arrays: those that are at hand together, so that no promise is made for each, and all others one by one. */
export async function* inArrays(items: OpenSource['items']): AsyncGenerator<readonly unknown[], void> {
  if (Symbol.asyncIterator in items) {
    for await (const item of items) yield [item]
    return
  }
  let some: unknown[] = []
  for (const item of items) {
    if (some.push(item) < mostTogether) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** How much is decoded and parsed at once: of rows that live longer together, more outlives the collector's first look. */
const pieceSize = 8_192

/**
 * Chunks of bytes as text: UTF-8, or UTF-16 where a byte order mark says so.
 *
 * @param onPiece receives the length of each decoded piece.
 * @throws TypeError where they are not that.
 */
export async function* decodeText(
  chunks: OpenSource['items'],
  onPiece?: (length: number) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let isFirst = true
  for await (const chunk of chunks) {
    if (!isText(chunk)) throw new TypeError('a CSV source must consist of bytes or text only')
    for (let at = 0; at < chunk.length; at += pieceSize) {
      const piece = chunk.slice(at, at + pieceSize)
      onPiece?.(piece.length)
      const text = typeof piece === 'string' ? piece : decode(piece)
      // UTF-16 without its mark passes for UTF-8 with a NUL after each letter.
      if (text.includes('\0'))
        throw new TypeError('the text has NUL characters: save it as CSV in UTF-8, or with a byte order mark')
      yield isFirst ? text.replace(/^\uFEFF/, '') : text
      isFirst = false
    }
  }
  yield decode()

  /** @param bytes left out at the end. */
  function decode(bytes?: Uint8Array): string {
    // By the first byte of a mark, which UTF-8 does not have.
    const [first] = bytes ?? []
    const big = first === 0xfe ? 'utf-16be' : 'utf-8'
    decoder ??= new TextDecoder(first === 0xff ? 'utf-16le' : big, { fatal: true })
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new TypeError(`the text is not ${decoder.encoding.toUpperCase()}: save it as CSV in UTF-8`)
    }
  }
}
