import { rmSync } from 'node:fs'
import { open, realpath, rename, stat } from 'node:fs/promises'
import { createUnwritableError, FileError } from '../failure.ts'

/**
 * Replaces the content of a file in one step: the old content stays until the new content is complete. Only the owner of the
 * file may read it, because it contains names of persons.
 *
 * @throws FileError if the file cannot be written. In this case, the file stays unchanged.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const stats = await stat(target).catch(() => null)
  // A device or a pipe cannot be replaced like a file.
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
