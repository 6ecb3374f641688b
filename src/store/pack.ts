/** A text of a few kilobytes needs no larger window or buffer. */
const compression = { windowBits: 12, memLevel: 5, chunkSize: 2048 }

const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

/**
 * Compresses a long text if the runtime has zlib; otherwise returns it unchanged. A text with one byte per character takes the least
 * memory: a result of zlib may be a part of a larger buffer.
 */
export function pack(text: string): string {
  return zlib === undefined ? text : zlib.deflateRawSync(text, compression).toString('latin1')
}

export function unpack(packed: string): string {
  return zlib === undefined ? packed : zlib.inflateRawSync(Buffer.from(packed, 'latin1')).toString()
}
