import { readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../../src/shared/errors.ts'
import { UsageError } from '../failure.ts'
import { isStdin } from '../files.ts'

/** @throws UsageError where two of the files, by what messages call them, are one, through whatever links: one would be written over the other. */
export async function checkDistinct(
  files: readonly (readonly [name: string, file: string])[],
): Promise<void> {
  const seen = new Map<string, string>()
  for (const [name, file] of files) {
    const identity = await identityOf(file)
    const other = seen.get(identity)
    if (other !== undefined) throw new UsageError(`${other} and ${name} must be different files`)
    seen.set(identity, name)
  }
}

/** The same for all names of a file, whether it is there or about to be made. */
async function identityOf(file: string): Promise<string> {
  if (isStdin(file)) return '-'
  try {
    const { dev, ino } = await stat(file, { bigint: true })
    return `${dev}:${ino}`
  } catch (error) {
    const target = codeOf(error) === 'ENOENT' ? await readlink(file).catch(() => null) : null
    if (target !== null) return identityOf(resolve(dirname(file), target))
    const folder = await realpath(dirname(file)).catch(() => resolve(dirname(file)))
    return join(folder, basename(file))
  }
}
