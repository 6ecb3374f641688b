/** Thrown if bytes are not in the encoding in which they are read. */
export class EncodingError extends TypeError {
  /** The name of the encoding, such as `UTF-8`. */
  readonly encoding: string

  constructor(encoding: string, message = `the text is not ${encoding}`) {
    super(message)
    this.encoding = encoding
  }
}

/** Decodes chunks of text; the argument undefined ends the text. @throws EncodingError if bytes are not in the encoding. */
export type StrictDecoder = (bytes: Uint8Array | undefined) => string

/**
 * Creates a decoder that refuses bytes instead of replacing them, so that no letter of a name is lost. A byte order mark of UTF-16
 * takes precedence over the encoding. The byte order mark is not part of the text.
 *
 * @param encoding a label of `TextDecoder`.
 */
export function createStrictDecoder(encoding = 'utf-8'): StrictDecoder {
  let decoder: TextDecoder | undefined
  return bytes => {
    decoder ??= new TextDecoder(findMarkedEncoding(bytes) ?? encoding, { fatal: true })
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new EncodingError(decoder.encoding.toUpperCase())
    }
  }
}

/** Decodes a text that is UTF-8, or UTF-16 with a byte order mark. @throws EncodingError for other bytes. */
export function decodeText(bytes: Uint8Array): string {
  const decode = createStrictDecoder()
  return decode(bytes) + decode(undefined)
}

/** Returns the encoding in which bytes are read if it is an older one than Unicode, as the label names it; null otherwise. */
export function findLegacyEncoding(bytes: Uint8Array | string, label = 'utf-8'): string | null {
  const isUnicode = typeof bytes === 'string' || findMarkedEncoding(bytes) !== null
  return isUnicode || new TextDecoder(label).encoding.startsWith('utf-') ? null : label
}

/** The first byte of a UTF-16 byte order mark does not occur in UTF-8. */
function findMarkedEncoding([first, second]: Uint8Array = new Uint8Array()): string | null {
  if (first === 0xff && (second === 0xfe || second === undefined)) return 'utf-16le'
  return first === 0xfe && (second === 0xff || second === undefined) ? 'utf-16be' : null
}
