import type { Drift } from '../../contract/issues.ts'

/** The text of a body; if the encoding is wrong, also this deviation from the specification (drift). */
export interface BodyText {
  readonly text: string
  readonly drift: Drift | null
}

/** A decoder that all calls share. It decodes complete bodies only, so it keeps no state between them. */
const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true })

/** The maximum number of bytes of an incomplete UTF-8 character. */
const maxUnfinished = 3

/** Decodes a complete response body, with the same result as {@link createTextDecoder}. */
export function decodeText(response: Response, bytes: Uint8Array): BodyText {
  try {
    if (charsetOf(response) === 'utf-8') return { text: utf8.decode(bytes), drift: null }
  } catch {
    // The bytes are not UTF-8: decode them again below, with replacement characters.
  }
  const decoder = createTextDecoder(response)
  const text = decoder.write(bytes) + decoder.end()
  return { text, drift: decoder.drift() }
}

/**
 * Returns the charset that a response declares; UTF-8 in a runtime without streams, because `fetch` has
 * already decoded the body there.
 */
function charsetOf({ headers, body }: Response): string {
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(headers.get('content-type') ?? '') ?? []
  return typeof body?.getReader === 'function' ? charset.toLowerCase() : 'utf-8'
}

/**
 * Creates a decoder that reads a body in chunks, in the charset that the response declares. Reports invalid UTF-8 as a deviation
 * from the specification (drift), because names may have lost letters.
 */
export function createTextDecoder(response: Response) {
  let drift: Drift | null = null
  let decoder = createDecoder()
  /**
   * The bytes that were decoded last. They may be the beginning of a character that the next chunk completes.
   */
  let recent: Uint8Array = new Uint8Array()
  return {
    write: (bytes: Uint8Array) => decode(bytes, true),
    end: () => decode(new Uint8Array(), false),
    drift: () => drift,
  }

  function createDecoder(): TextDecoder {
    try {
      const { encoding } = new TextDecoder(charsetOf(response))
      return new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
    } catch {
      drift = {
        path: [],
        message: 'must be in a known charset',
        expected: 'in a known charset',
        found: 'string',
      }
      return new TextDecoder()
    }
  }

  function decode(bytes: Uint8Array, stream: boolean): string {
    try {
      const text = decoder.decode(bytes, { stream })
      if (decoder.fatal) remember(bytes)
      return text
    } catch {
      drift = { path: [], message: 'must be UTF-8', expected: 'UTF-8', found: 'string' }
      decoder = new TextDecoder()
      // The new decoder needs the recent bytes, because a character may have begun in the previous chunk.
      decoder.decode(recent, { stream: true })
      return decoder.decode(bytes, { stream })
    }
  }

  function remember(bytes: Uint8Array): void {
    if (bytes.length >= maxUnfinished) recent = bytes.subarray(-maxUnfinished)
    else recent = Uint8Array.from([...recent, ...bytes]).slice(-maxUnfinished)
  }
}
