import { rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { Change } from '../../state/changes.ts'
import { endLine, type StateHeader, stateHeaderLine } from './format.ts'
import { ownerOnly } from './journal.ts'
import { besideOf } from './leftovers.ts'

/** How much is written at a time, in characters: between two pieces, requests are processed. */
const pieceLength = 512 * 1024

/**
 * Writes a whole state, which then replaces the old one: no reader ever sees half of it. Returns its size in characters.
 *
 * @throws Error where it cannot be written, or `requireOwn` throws; nothing is changed then.
 */
export async function writeState(
  file: string,
  header: Omit<StateHeader, 'entity-screening' | 'version'>,
  changes: Iterable<Change>,
  requireOwn: () => void,
): Promise<number> {
  const beside = besideOf(file)
  try {
    const size = await writeTo(beside, stateHeaderLine(header), changes)
    requireOwn()
    // Frees the space of the old one, which takes a while if it is large.
    await rename(beside, file)
    return size
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

async function writeTo(path: string, header: string, changes: Iterable<Change>): Promise<number> {
  const handle = await open(path, 'wx', ownerOnly)
  try {
    let piece = header
    let count = 0
    let size = 0
    for (const change of changes) {
      piece += `${JSON.stringify(change)}\n`
      count += 1
      if (piece.length < pieceLength) continue
      size += piece.length
      await handle.writeFile(piece)
      piece = ''
    }
    piece += endLine(count)
    await handle.writeFile(piece)
    await handle.sync()
    return size + piece.length
  } finally {
    await handle.close()
  }
}
