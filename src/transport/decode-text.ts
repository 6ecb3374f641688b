import type { Drift } from '../contract/issues.ts'

/** The text of a body, and what is wrong with its bytes. */
export interface BodyText {
  readonly text: string
  readonly drift: Drift | null
}

/** Keeps nothing of one body for the next: it decodes whole ones. */
const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true })

/** How many bytes of UTF-8 may wait for the end of their character. */
const maxUnfinished = 3

/** Decodes the whole body of a response, as {@link createTextDecoder} does. */
export function decodeText(response: Response, bytes: Uint8Array): BodyText {
  try {
    if (charsetOf(response) === 'utf-8') return { text: utf8.decode(bytes), drift: null }
  } catch {
    // Decoded once more, with replacement characters.
  }
  const decoder = createTextDecoder(response)
  const text = decoder.write(bytes) + decoder.end()
  return { text, drift: decoder.drift() }
}

/** The charset that a response declares. A runtime that reads no bytes has decoded them. */
function charsetOf({ headers, body }: Response): string {
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(headers.get('content-type') ?? '') ?? []
  return typeof body?.getReader === 'function' ? charset.toLowerCase() : 'utf-8'
}

/**
 * Decodes a body while it arrives, by the charset that it declares. What is not UTF-8 although it has to be is a drift: a name may
 * have lost letters.
 */
export function createTextDecoder(response: Response) {
  let drift: Drift | null = null
  let decoder = createDecoder()
  /** The last bytes that were decoded. */
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
      // The first half of a character may have come before.
      decoder.decode(recent, { stream: true })
      return decoder.decode(bytes, { stream })
    }
  }

  function remember(bytes: Uint8Array): void {
    if (bytes.length >= maxUnfinished) recent = bytes.subarray(-maxUnfinished)
    else recent = Uint8Array.from([...recent, ...bytes]).slice(-maxUnfinished)
  }
}
