import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { isKey, maxKeyLength } from '../../src/shared/key-mask.ts'
import { UsageError, unreadable } from '../failure.ts'
import { checkReadable, isStdin, openPipe, readInput } from '../files.ts'

/** A key, and where it comes from. */
export interface GivenKey {
  readonly apiKey: string
  /** The variable that holds it, or the place that names its file. Never what is given there: it may be the key itself. */
  readonly origin: string
  /** True where other users of this machine can read the file. */
  readonly isOpenToOthers: boolean
}

interface KeySurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable
  readonly signal: AbortSignal
}

/** The file that holds the key; undefined where it comes from the environment, or from nowhere. */
export function keyFileOf(
  flag: string | undefined,
  { environment }: Pick<KeySurroundings, 'environment'>,
): string | undefined {
  const { ENTITY_SCREENING_API_KEY: apiKey, ENTITY_SCREENING_API_KEY_FILE: file } = environment
  return flag ?? (apiKey ? undefined : file || undefined)
}

/**
 * The key out of the file that a flag names, or the environment. Null where there is none.
 *
 * @throws FileError where a file cannot be read, UsageError where what is given cannot be a key. The sentence never holds it.
 */
export async function readApiKey(
  flag: string | undefined,
  surroundings: KeySurroundings,
): Promise<GivenKey | null> {
  const file = keyFileOf(flag, surroundings)
  if (file !== undefined) {
    const origin = `the file that ${flag === undefined ? 'ENTITY_SCREENING_API_KEY_FILE' : '--key-file'} names`
    const { line, isOpenToOthers } = await readKeyFile(file, origin, surroundings)
    return { apiKey: checkKey(line, `the first line of ${origin}`), origin, isOpenToOthers }
  }
  const origin = 'ENTITY_SCREENING_API_KEY'
  const apiKey = surroundings.environment[origin]
  return apiKey ? { apiKey: checkKey(apiKey, origin), origin, isOpenToOthers: false } : null
}

function checkKey(apiKey: string, origin: string): string {
  if (apiKey === '') throw new UsageError(`${origin} is empty: it must hold the API key`)
  if (apiKey.length > maxKeyLength)
    throw new UsageError(`${origin} cannot be a key: it is longer than ${maxKeyLength} characters`)
  if (!isKey(apiKey))
    throw new UsageError(`${origin} cannot be a key: it must be visible ASCII characters without spaces`)
  return apiKey
}

async function readKeyFile(
  file: string,
  name: string,
  { stdin, signal }: KeySurroundings,
): Promise<{ line: string; isOpenToOthers: boolean }> {
  if (isStdin(file)) return { line: await firstLine(readInput(() => stdin, signal)), isOpenToOthers: false }
  const stats = await checkReadable(file, name)
  try {
    // It may be a pipe from a keeper of secrets.
    const open = () => (stats.isFIFO() ? openPipe(file) : createReadStream(file))
    return {
      line: await firstLine(readInput(open, signal)),
      isOpenToOthers: process.platform !== 'win32' && stats.isFile() && (stats.mode & 0o077) !== 0,
    }
  } catch (error) {
    throw unreadable(name, error)
  }
}

/** Without the spaces around it, unless it is too long for a key: of such a line this is a part. */
async function firstLine(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  // It leaves out the mark that some editors put before the text.
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n') || text.length > maxKeyLength * 2) break
  }
  const [line = ''] = (text + decoder.decode()).split('\n')
  return line.length > maxKeyLength * 2 ? line : line.trim()
}
