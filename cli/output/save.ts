import { rmSync } from 'node:fs'
import { open, realpath, rename, stat } from 'node:fs/promises'
import { FileError, unwritable } from '../failure.ts'

/**
 * Writes a file as a whole: what was there before stays until then, so that half of it is never seen. Only its owner may read
 * it, as it names people.
 *
 * @throws FileError where it cannot be written; nothing is changed then.
 */
export async function saveFile(file: string, text: string): Promise<void> {
  const place = await realpath(file).catch(() => file)
  const found = await stat(place).catch(() => null)
  // A device has no end, and a pipe no beginning.
  if (found !== null && !found.isFile() && !found.isDirectory())
    throw new FileError(`${file} must be a regular file`)
  const beside = `${place}.new-${crypto.randomUUID()}`
  try {
    const handle = await open(beside, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, place)
  } catch (error) {
    rmSync(beside, { force: true })
    throw unwritable(file, error)
  }
}
