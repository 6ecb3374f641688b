import { rmSync } from 'node:fs'
import { access, constants, copyFile, link, lstat, open, realpath, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../src/shared/errors.ts'
import { createUnwritableError, FileError } from '../failure.ts'

/** The flag with which a command replaces files that exist. */
export const replaceFlag = {
  replace: { description: 'replace files that exist already; without it, they are never changed' },
}

/** Whether files that exist may be replaced. */
interface Replacement {
  readonly replaces: boolean
}

/** The name of a new file, and its content, as a whole or in chunks. */
interface NewFile {
  readonly file: string
  readonly text: string | AsyncIterable<string>
}

/** A new file, which has a temporary name until it is complete. */
interface PlacedFile extends Replacement {
  readonly file: string
  /** The file itself, even if its name is a link. */
  readonly target: string
  readonly temporaryFile: string
}

/**
 * Writes files, all or none. All contents are written before the first file gets its name. Without `replaces`, an existing file is
 * never changed, even if another process creates it at the same time. Only the owner may read the files, because they contain names
 * of persons. An error thrown by the source of the chunks is rethrown unchanged.
 *
 * @throws FileError if a file cannot be written, or exists and `replaces` is not set. In this case, nothing is written.
 */
export async function writeFiles(files: readonly NewFile[], { replaces }: Replacement): Promise<void> {
  if (replaces) for (const { file } of files) await assertReplaceable(file)
  const contents: (NewFile & PlacedFile)[] = []
  for (const content of files)
    contents.push({ ...content, ...(await locateNewFile(content.file, { replaces })) })
  const created: string[] = []
  try {
    for (const { file, text, temporaryFile } of contents) await writeContent(file, text, temporaryFile)
    for (const content of contents) {
      await nameNewFile(content)
      if (!replaces) created.push(content.file)
    }
  } catch (error) {
    for (const file of created) rmSync(file, { force: true })
    throw error
  } finally {
    for (const { temporaryFile } of contents) rmSync(temporaryFile, { force: true })
  }
}

/** Finds the place of a new file, and a name for it until it is complete. */
export async function locateNewFile(file: string, { replaces }: Replacement): Promise<PlacedFile> {
  const target = replaces ? await locateReplaced(file) : file
  return { file, replaces, target, temporaryFile: `${target}.new-${crypto.randomUUID()}` }
}

async function writeContent(file: string, text: NewFile['text'], temporaryFile: string): Promise<void> {
  const source = typeof text === 'string' ? null : createErrorRecorder(text)
  try {
    await writeTemporaryFile(temporaryFile, source?.chunks() ?? String(text))
  } catch (error) {
    throw source?.hasFailed() ? error : createUnwritableError(file, error)
  }
}

/** Gives a complete file its name. @throws FileError if a file of this name exists and is not replaced. */
export async function nameNewFile({ file, replaces, target, temporaryFile }: PlacedFile): Promise<void> {
  try {
    if (replaces) await rename(temporaryFile, target)
    else await nameUnlessTaken(temporaryFile, file)
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? createExistsError(file) : createUnwritableError(file, error)
  }
}

async function nameUnlessTaken(temporaryFile: string, file: string): Promise<void> {
  try {
    await link(temporaryFile, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // Some file systems have no links.
    await copyFile(temporaryFile, file, constants.COPYFILE_EXCL)
  }
}

function createExistsError(file: string): FileError {
  return new FileError(`${file} exists already: --replace replaces it`)
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
 * Makes sure that a file can be written, before a command begins.
 *
 * @throws FileError if the file exists and `replaces` is not set, if its folder is missing or not writable, or if it is not a
 *   regular file.
 */
export async function assertWritable(file: string, { replaces }: Replacement): Promise<void> {
  await assertReplaceable(file)
  if (!replaces && (await lstat(file).catch(() => null)) !== null) throw createExistsError(file)
}

async function assertReplaceable(file: string): Promise<void> {
  const target = await locateReplaced(file)
  try {
    const stats = await stat(target).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
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
