import { createStrictDecoder } from '../../shared/text/strict-decoder.ts'
import { type OptionTerms, optionTerms } from '../option-terms.ts'

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
export interface SourceItems {
  /** The bytes or the text of a CSV source, or the rows of any other source. */
  readonly items: AsyncIterable<unknown> | Iterable<unknown>
  /** The number of bytes in the source; null if unknown. */
  readonly bytes: number | null
  /** Ends the source's stream, which may be waiting for data. */
  cancel?(): void
}

/** @throws TypeError if a file is a spreadsheet, by its name. */
export async function openItems(source: PortfolioSource | readonly unknown[]): Promise<SourceItems> {
  if (isTextChunk(source)) return { items: [source], bytes: source.length }
  assertNoSpreadsheet(source)
  if (source instanceof Blob) return { ...(await openItems(source.stream())), bytes: source.size }
  if (source instanceof ReadableStream) {
    // Not every browser can iterate a stream.
    const reader = source.getReader()
    const cancel = () => void reader.cancel().catch(() => {})
    const end = async () => ({ done: true as const, value: cancel() })
    const iterator = { next: () => reader.read(), return: end }
    return { items: { [Symbol.asyncIterator]: () => iterator }, bytes: null, cancel }
  }
  if (Symbol.iterator in source || Symbol.asyncIterator in source) {
    const cancel = () => {
      // Only `destroy` ends a Node stream that is waiting for data.
      if ('destroy' in source && typeof source.destroy === 'function') source.destroy()
    }
    return { items: source, bytes: null, cancel }
  }
  const { createReadStream, promises } = await import('node:fs')
  const { file } = source
  const stats = await promises.stat(file)
  // The file is opened at the first read, so that it does not stay open if the import ends before that.
  const stream = streamLazily(() => createReadStream(file))
  // The size of a pipe or a terminal is unknown.
  return { ...(await openItems(stream)), bytes: stats.isFile() ? stats.size : null }
}

/** @throws TypeError if a file is a spreadsheet, by its name. */
function assertNoSpreadsheet(source: object): void {
  const name = 'file' in source ? source.file : 'name' in source ? source.name : undefined
  const [, kind] = /\.(xlsx|xls|ods)$/i.exec(typeof name === 'string' ? name : '') ?? []
  if (kind !== undefined)
    throw new TypeError(`it is an .${kind.toLowerCase()} spreadsheet: save it as CSV UTF-8`)
}

/** The first bytes of zip archives, which .xlsx and .ods files are, and of .xls files. */
const spreadsheetSignatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Whether a file is a spreadsheet that was renamed. */
function isSpreadsheet(piece: string | Uint8Array | undefined): boolean {
  return (
    piece instanceof Uint8Array &&
    spreadsheetSignatures.some(bytes => bytes.every((byte, index) => piece[index] === byte))
  )
}

/** Streams the chunks of a source that is opened at the first read. A cancelled stream ends at once, even if a pipe is silent. */
function streamLazily(open: () => AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  let iterator: AsyncIterator<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        iterator ??= open()[Symbol.asyncIterator]()
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await iterator?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

export function isTextChunk(item: unknown): item is string | Uint8Array {
  return typeof item === 'string' || item instanceof Uint8Array
}

/**
 * The number of bytes that are decoded and parsed at once. Larger pieces would need more memory, because more rows would still
 * be in use when garbage is collected.
 */
const pieceSize = 8_192

/** @throws TypeError if a chunk is neither text nor bytes. */
export function* divideChunk(chunk: unknown): Generator<string | Uint8Array> {
  if (!isTextChunk(chunk)) throw new TypeError('a CSV source must consist of bytes or text only')
  for (let start = 0; start < chunk.length; start += pieceSize) yield chunk.slice(start, start + pieceSize)
}

/**
 * Creates a function that decodes pieces of text; the argument undefined ends the text. A UTF-16 byte order mark takes
 * precedence over the encoding.
 */
export function createDecoder(
  encoding?: string,
  terms: Pick<OptionTerms, 'encoding'> = optionTerms,
): (piece: string | Uint8Array | undefined) => string {
  const decodeBytes = createStrictDecoder(encoding)
  let isFirst = true

  /** @throws EncodingError if bytes are not in the encoding. TypeError if the text has characters that no CSV has. */
  return piece => {
    if (isFirst && isSpreadsheet(piece)) throw new TypeError('it is a spreadsheet: save it as CSV UTF-8')
    const text = typeof piece === 'string' ? piece : decodeBytes(piece)
    // UTF-16 without a byte order mark looks like UTF-8 with a NUL beside each letter.
    if (text.includes('\0'))
      throw new TypeError('the text has NUL characters: save it as CSV in UTF-8, or with a byte order mark')
    // The UTF-8 byte order mark, decoded as Latin-1.
    if (isFirst && text.startsWith('ï»¿'))
      throw new TypeError(`the text is UTF-8: set ${terms.encoding} to utf-8`)
    const start = isFirst && text.startsWith('\uFEFF') ? 1 : 0
    isFirst = false
    return text.slice(start)
  }
}
