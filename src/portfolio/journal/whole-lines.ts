import type { FileHandle } from 'node:fs/promises'

const pieceSize = 256 * 1024

/** The lines of a file, without a last one that was not written whole. */
export async function* linesOfFile(handle: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const piece = new Uint8Array(pieceSize)
  let rest = ''
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(piece, 0, pieceSize, at)
    if (bytesRead === 0) return
    at += bytesRead
    const lines = decoder.decode(piece.subarray(0, bytesRead), { stream: true }).split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Cuts off a last line that a process that was killed, or a machine that crashed, did not write whole. */
export async function cutTornLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat()
  const end = await endOfLines(handle, size)
  if (end < size) await handle.truncate(end)
}

async function endOfLines(handle: FileHandle, size: number): Promise<number> {
  const piece = new Uint8Array(pieceSize)
  for (let end = size; end > 0; ) {
    const begin = Math.max(0, end - pieceSize)
    const { bytesRead } = await handle.read(piece, 0, end - begin, begin)
    const found = piece.subarray(0, bytesRead).lastIndexOf(0x0a)
    if (found >= 0) return begin + found + 1
    end = begin
  }
  return 0
}

export async function writeLines(
  handle: FileHandle,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  let piece = ''
  for await (const line of lines) {
    piece += `${line}\n`
    if (piece.length < pieceSize) continue
    await handle.appendFile(piece)
    piece = ''
  }
  await handle.appendFile(piece)
}
