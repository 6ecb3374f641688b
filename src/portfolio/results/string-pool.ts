import { createIntegerList, getInteger, type IntegerList, setInteger } from '../integer-list.ts'

/**
 * Texts by index, as UTF-8, which replaces lone surrogates. Typed arrays are outside the JavaScript heap, so they do not enlarge it.
 */
export interface StringPool {
  bytes: Uint8Array<ArrayBuffer>
  /** For each text, the position after its last byte. */
  readonly ends: IntegerList
  size: number
}

const minBytes = 4096
/** The maximum number of bytes of a UTF-16 unit in UTF-8. */
const maxBytesPerUnit = 3

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function createStringPool(): StringPool {
  return { bytes: new Uint8Array(minBytes), ends: createIntegerList(), size: 0 }
}

export function addString(pool: StringPool, text: string): void {
  const start = getInteger(pool.ends, pool.size - 1)
  const maxLength = start + maxBytesPerUnit * text.length
  if (maxLength > pool.bytes.length) {
    const bytes = new Uint8Array(Math.max(maxLength, Math.ceil(pool.bytes.length * 1.5)))
    bytes.set(pool.bytes)
    pool.bytes = bytes
  }
  const { written } = encoder.encodeInto(text, pool.bytes.subarray(start))
  setInteger(pool.ends, pool.size, start + written)
  pool.size += 1
}

export function getString({ bytes, ends }: StringPool, index: number): string {
  return decoder.decode(bytes.subarray(getInteger(ends, index - 1), getInteger(ends, index)))
}
