import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { isKey, maxKeyLength } from '../../src/shared/key-mask.ts'
import { createUnreadableError, UsageError } from '../failure.ts'
import { assertReadable, isStdin, openPipe, readStream } from '../files.ts'

/** An API key and its origin. */
export interface ApiKey {
  readonly apiKey: string
  /**
   * A description of the variable that contains the key, or of the file that contains it. Never the value of a flag or
   * variable, which may be the key itself.
   */
  readonly origin: string
  /** Whether other users of this machine can read the key file. */
  readonly isOpenToOthers: boolean
}

interface KeyContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable
  readonly signal: AbortSignal
}

/** Returns the file that contains the key; undefined if the key comes from the environment, or if there is no key. */
export function findKeyFile(
  flag: string | undefined,
  { environment }: Pick<KeyContext, 'environment'>,
): string | undefined {
  const { ENTITY_SCREENING_API_KEY: apiKey, ENTITY_SCREENING_API_KEY_FILE: file } = environment
  return flag ?? (apiKey ? undefined : file || undefined)
}

/**
 * Reads the key from the file that a flag names, or from the environment. Returns null if there is no key.
 *
 * @throws FileError if the file cannot be read; UsageError if the text cannot be a key. Messages never contain the text.
 */
export async function readApiKey(flag: string | undefined, context: KeyContext): Promise<ApiKey | null> {
  const file = findKeyFile(flag, context)
  if (file !== undefined) {
    const origin = `the file that ${flag === undefined ? 'ENTITY_SCREENING_API_KEY_FILE' : '--key-file'} names`
    const { line, isOpenToOthers } = await readKeyFile(file, origin, context)
    return { apiKey: assertKey(line, `the first line of ${origin}`), origin, isOpenToOthers }
  }
  const origin = 'ENTITY_SCREENING_API_KEY'
  const apiKey = context.environment[origin]
  return apiKey ? { apiKey: assertKey(apiKey, origin), origin, isOpenToOthers: false } : null
}

function assertKey(apiKey: string, origin: string): string {
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
  { stdin, signal }: KeyContext,
): Promise<{ line: string; isOpenToOthers: boolean }> {
  if (isStdin(file))
    return { line: await readFirstLine(readStream(() => stdin, signal)), isOpenToOthers: false }
  const stats = await assertReadable(file, name)
  try {
    // The key file may be a named pipe from a secret manager.
    const open = () => (stats.isFIFO() ? openPipe(file) : createReadStream(file))
    return {
      line: await readFirstLine(readStream(open, signal)),
      isOpenToOthers: process.platform !== 'win32' && stats.isFile() && (stats.mode & 0o077) !== 0,
    }
  } catch (error) {
    throw createUnreadableError(name, error)
  }
}

/** Returns the first line without surrounding spaces. Stops reading if the line is too long for a key. */
async function readFirstLine(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  // The decoder removes a byte order mark.
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n') || text.length > maxKeyLength * 2) break
  }
  const [line = ''] = (text + decoder.decode()).split('\n')
  return line.length > maxKeyLength * 2 ? line : line.trim()
}
