/** Small compression buffers, which are enough for texts of a few kilobytes. */
const compression = { windowBits: 12, memLevel: 5, chunkSize: 2048 }

const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

/**
 * Compresses a text if the runtime has zlib; otherwise returns it unchanged. The result is a string with one byte per
 * character. A buffer would take more memory, because the buffer that zlib returns may be part of a larger buffer.
 */
export function pack(text: string): string {
  return zlib === undefined ? text : zlib.deflateRawSync(text, compression).toString('latin1')
}

export function unpack(packed: string): string {
  return zlib === undefined ? packed : zlib.inflateRawSync(Buffer.from(packed, 'latin1')).toString()
}
