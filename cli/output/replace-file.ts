import { rmSync } from 'node:fs'
import { access, constants, copyFile, link, open, realpath, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../src/shared/errors.ts'
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
  const temporaryFile = temporaryFileOf(target)
  try {
    await writeTemporaryFile(temporaryFile, source?.chunks() ?? String(text))
    await rename(temporaryFile, target)
  } catch (error) {
    rmSync(temporaryFile, { force: true })
    throw source?.hasFailed() ? error : createUnwritableError(file, error)
  }
}

/** The name of a new file, and its content. */
interface NewFile {
  readonly file: string
  readonly text: string
}

/**
 * Writes files, all or none. All contents are written before the first file gets its name. Without `replaces`, an existing file is
 * never changed, even if another process creates it at the same time. Only the owner may read the files.
 *
 * @throws FileError if a file cannot be written, or exists and `replaces` is not set. In this case, nothing is written.
 */
export async function writeFiles(
  files: readonly NewFile[],
  { replaces }: { readonly replaces: boolean },
): Promise<void> {
  if (replaces) for (const { file } of files) await assertReplaceable(file)
  const contents: (NewFile & { readonly target: string; readonly temporaryFile: string })[] = []
  for (const content of files) {
    const target = replaces ? await locateReplaced(content.file) : content.file
    contents.push({ ...content, target, temporaryFile: temporaryFileOf(target) })
  }
  const created: string[] = []
  try {
    for (const { file, text, temporaryFile } of contents)
      await writeTemporaryFile(temporaryFile, text).catch((error: unknown) => {
        throw createUnwritableError(file, error)
      })
    for (const { file, target, temporaryFile } of contents) {
      if (replaces) await rename(temporaryFile, target)
      else {
        await nameNewFile(temporaryFile, file)
        created.push(file)
      }
    }
  } catch (error) {
    for (const file of created) rmSync(file, { force: true })
    throw error
  } finally {
    for (const { temporaryFile } of contents) rmSync(temporaryFile, { force: true })
  }
}

async function nameNewFile(temporaryFile: string, file: string): Promise<void> {
  try {
    await link(temporaryFile, file).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error
      // Some file systems have no links.
      await copyFile(temporaryFile, file, constants.COPYFILE_EXCL)
    })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw createUnwritableError(file, error)
    throw new FileError(`${file} exists already: --replace replaces it`)
  }
}

function temporaryFileOf(target: string): string {
  return `${target}.new-${crypto.randomUUID()}`
}

async function writeTemporaryFile(file: string, text: string | AsyncIterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
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
