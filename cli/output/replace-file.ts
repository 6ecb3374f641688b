import { rmSync } from 'node:fs'
import { access, constants, open, realpath, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createUnwritableError, FileError } from '../failure.ts'

/**
 * Replaces the content of a file in one step: the old content stays until the new content is complete. Only the owner of the
 * file may read it, because it contains names of persons.
 *
 * @param text - The content, as a whole or in chunks. An error thrown by the source of the chunks is rethrown unchanged.
 * @throws FileError if the file cannot be written. In this case, the file stays unchanged.
 */
export async function replaceFile(file: string, text: string | AsyncIterable<string>): Promise<void> {
  const target = await locateReplaced(file)
  const source = typeof text === 'string' ? null : createErrorRecorder(text)
  const temporaryFile = `${target}.new-${crypto.randomUUID()}`
  try {
    const handle = await open(temporaryFile, 'wx', 0o600)
    try {
      await handle.writeFile(source?.chunks() ?? String(text))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporaryFile, target)
  } catch (error) {
    rmSync(temporaryFile, { force: true })
    throw source?.hasFailed() ? error : createUnwritableError(file, error)
  }
}

/**
 * @throws FileError if the file cannot be replaced, because its folder is missing or not writable, or because the file is not a
 * regular file.
 */
export async function assertReplaceable(file: string): Promise<void> {
  const target = await locateReplaced(file)
  try {
    const stats = await stat(target).catch(() => null)
    if (stats?.isDirectory()) throw new Error('it is a folder')
    await access(dirname(target), constants.W_OK)
  } catch (error) {
    throw createUnwritableError(file, error)
  }
}

/** Finds the file to replace, even through a link. @throws FileError for a device or a pipe, which cannot be replaced. */
async function locateReplaced(file: string): Promise<string> {
  const target = await realpath(file).catch(() => file)
  const stats = await stat(target).catch(() => null)
  if (stats !== null && !stats.isFile() && !stats.isDirectory())
    throw new FileError(`${file} must be a regular file`)
  return target
}

/** Records whether the source of the content fails, because such an error is not about the file to write. */
function createErrorRecorder(text: AsyncIterable<string>) {
  let isFailed = false
  return {
    hasFailed: () => isFailed,
    async *chunks(): AsyncGenerator<string> {
      try {
        yield* text
      } catch (error) {
        isFailed = true
        throw error
      }
    },
  }
}
