/** A text of a few kilobytes needs no larger window, nor a larger buffer for what comes of it. */
const compression = { windowBits: 12, memLevel: 5, chunkSize: 2048 }

const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

/**
 * A long text in a fraction of its memory, where the runtime has zlib; elsewhere as it is. A text of one byte a character costs
 * least: what zlib returns may be a part of a larger buffer.
 */
export function pack(text: string): string {
  return zlib === undefined ? text : zlib.deflateRawSync(text, compression).toString('latin1')
}

export function unpack(packed: string): string {
  return zlib === undefined ? packed : zlib.inflateRawSync(Buffer.from(packed, 'latin1')).toString()
}
