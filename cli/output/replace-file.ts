import { rmSync } from 'node:fs'
import { open, realpath, rename, stat } from 'node:fs/promises'
import { createUnwritableError, FileError } from '../failure.ts'

/**
 * Replaces a file as a whole: its old content stays until the new one is complete. Only its owner may read it, because it
 * contains names of persons.
 *
 * @throws FileError if it cannot be written; the file is then unchanged.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const stats = await stat(target).catch(() => null)
  // A device or pipe cannot be replaced.
  if (stats !== null && !stats.isFile() && !stats.isDirectory())
    throw new FileError(`${file} must be a regular file`)
  const temporaryFile = `${target}.new-${crypto.randomUUID()}`
  try {
    const handle = await open(temporaryFile, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporaryFile, target)
  } catch (error) {
    rmSync(temporaryFile, { force: true })
    throw createUnwritableError(file, error)
  }
}
