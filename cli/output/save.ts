import { rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Flags } from '../definition/flags.ts'
import { codeOf, describeUnwritable } from '../failure.ts'
import { FileError, UsageError } from '../usage.ts'
import { realFile } from './real-file.ts'

/** What is written names people: only its owner may read it. */
const ownerOnly = 0o600

const stream = /^\/(dev|proc)\//

/**
 * @throws UsageError where a flag names stdout or a device, which cannot be replaced as a whole, or both name the same file: one
 * would be written over the other.
 */
export function checkFiles<Name extends string>(flags: Flags<Name>, one: Name, other: Name): void {
  const [first, second] = [one, other].map(name => {
    const file = flags.text(name)
    if (file === '-' || stream.test(resolve(file ?? '')))
      throw new UsageError(`--${name} needs the name of a regular file, not ${JSON.stringify(file)}`)
    return file
  })
  if (first !== undefined && second !== undefined && resolve(first) === resolve(second))
    throw new UsageError(`--${one} and --${other} must be different files`)
}

/**
 * Writes a file as a whole: what was there before stays until then, so that half of it is never seen.
 *
 * @throws FileError where it cannot be written; nothing is changed then.
 */
export async function saveFile(file: string, text: string): Promise<void> {
  try {
    const place = await realFile(file)
    const beside = `${place}.new-${crypto.randomUUID()}`
    try {
      await writeTo(beside, text)
      await rename(beside, place)
    } catch (error) {
      rmSync(beside, { force: true })
      throw error
    }
  } catch (error) {
    throw new FileError(unwritable(file, error))
  }
}

function unwritable(file: string, error: unknown): string {
  // A sentence of our own names the file already.
  return codeOf(error) === null && error instanceof Error
    ? error.message
    : `${file} cannot be written: ${describeUnwritable(error)}`
}

async function writeTo(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', ownerOnly)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
