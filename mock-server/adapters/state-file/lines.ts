import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'

/** One of the lines of a file. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly text: string
  /** Where the next one begins, in bytes. */
  readonly end: number
}

/** How much is read at a time: no file is ever one string. */
const pieceSize = 1024 * 1024

/** What is wrong with a file, and where. */
export class DamagedFile extends Error {
  constructor(file: string, line: number, reason: string) {
    super(`${file} cannot be read: line ${line} ${reason}`)
  }
}

/**
 * Reads the lines of a file, some at a time. A last line without an end is left out: it is not complete.
 *
 * @throws DamagedFile for what is not UTF-8.
 */
export async function* readLines(file: string, signal?: AbortSignal): AsyncGenerator<Line[]> {
  const handle = await open(file, 'r')
  try {
    for await (const lines of split(file, handle)) {
      signal?.throwIfAborted()
      yield lines
    }
  } finally {
    await handle.close()
  }
}

async function* split(file: string, handle: FileHandle): AsyncGenerator<Line[]> {
  const piece = Buffer.allocUnsafe(pieceSize)
  let rest: Buffer[] = []
  let number = 0
  let end = 0
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, pieceSize)
    if (bytesRead === 0) return
    const whole = piece.subarray(0, bytesRead).lastIndexOf(0x0a) + 1
    const tail = Buffer.from(piece.subarray(whole, bytesRead))
    if (whole === 0) rest.push(tail)
    else {
      const lines: Line[] = []
      for (const bytes of linesIn(Buffer.concat([...rest, piece.subarray(0, whole)]))) {
        number += 1
        end += bytes.length + 1
        if (!isUtf8(bytes)) throw new DamagedFile(file, number, 'is not UTF-8')
        lines.push({ number, text: bytes.toString(), end })
      }
      rest = [tail]
      yield lines
    }
  }
}

function* linesIn(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at)
    yield bytes.subarray(at, end)
    at = end + 1
  }
}
