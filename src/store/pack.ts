/** Makes zlib use small buffers, which are enough for strings of a few kilobytes. */
const compression = { windowBits: 12, memLevel: 5, chunkSize: 2048 }

const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

/**
 * Compresses a string if the runtime has zlib; otherwise returns it unchanged. The result is a string with one byte per
 * character, because the buffer that zlib returns may keep a larger buffer in memory.
 */
export function pack(text: string): string {
  return zlib === undefined ? text : zlib.deflateRawSync(text, compression).toString('latin1')
}

export function unpack(packed: string): string {
  return zlib === undefined ? packed : zlib.inflateRawSync(Buffer.from(packed, 'latin1')).toString()
}
