import { readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../../src/shared/errors.ts'
import { UsageError } from '../failure.ts'
import { isStdin } from '../files.ts'

/**
 * @throws UsageError if two of the names lead to the same file, even through links, because writing one file would overwrite the
 * other.
 */
export async function assertDistinctFiles(
  files: readonly (readonly [name: string, file: string])[],
): Promise<void> {
  const namesByIdentity = new Map<string, string>()
  for (const [name, file] of files) {
    const identity = await identifyFile(file)
    const otherName = namesByIdentity.get(identity)
    if (otherName !== undefined) throw new UsageError(`${otherName} and ${name} must be different files`)
    namesByIdentity.set(identity, name)
  }
}

/** Returns a key that is the same for all paths to one file. The file may be missing. */
async function identifyFile(file: string): Promise<string> {
  if (isStdin(file)) return '-'
  try {
    const { dev, ino } = await stat(file, { bigint: true })
    return `${dev}:${ino}`
  } catch (error) {
    const target = codeOf(error) === 'ENOENT' ? await readlink(file).catch(() => null) : null
    if (target !== null) return identifyFile(resolve(dirname(file), target))
    const folder = await realpath(dirname(file)).catch(() => resolve(dirname(file)))
    return join(folder, basename(file))
  }
}
