import { minKeyLength } from '../shared/key-mask.ts'
import { type Bytes, joinBytes } from './bytes.ts'

/** Decodes each byte as one character, so that positions in the text are those of the bytes. The search in a text is native. */
const byteDecoder = new TextDecoder('latin1')

/**
 * Overwrites the key with asterisks in a body that arrives in chunks. All other bytes stay unchanged. Holds bytes back only if they
 * may be the beginning of the key.
 */
export async function* strikeKey(chunks: AsyncIterable<Bytes>, key: string): AsyncGenerator<Bytes, void> {
  if (key.length < minKeyLength) return yield* chunks
  const stars = '*'.repeat(key.length)
  let carry: Bytes = new Uint8Array()
  for await (const chunk of chunks) {
    const joined = carry.length === 0 ? chunk : joinBytes([carry, chunk])
    const text = byteDecoder.decode(joined)
    const bytes = overwrite(joined, text, key)
    const end = bytes.length - countBeginning(text.replaceAll(key, stars), key)
    carry = bytes.slice(end)
    if (end > 0) yield bytes.subarray(0, end)
  }
  if (carry.length > 0) yield carry
}

/** Returns a copy in which the key is overwritten; the same bytes if they do not contain it. */
function overwrite(bytes: Bytes, text: string, key: string): Bytes {
  const first = text.indexOf(key)
  if (first < 0) return bytes
  const copy = bytes.slice()
  const asterisk = 42
  for (let start = first; start >= 0; start = text.indexOf(key, start + key.length))
    copy.fill(asterisk, start, start + key.length)
  return copy
}

/** Returns the number of characters at the end of a text that may be the beginning of the key. */
function countBeginning(text: string, key: string): number {
  for (let length = Math.min(key.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(key.slice(0, length))) return length
  return 0
}
