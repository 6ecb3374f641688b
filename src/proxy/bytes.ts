export type Bytes = Uint8Array<ArrayBuffer>

export function joinBytes(chunks: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
