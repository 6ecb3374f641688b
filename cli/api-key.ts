import { open } from 'node:fs/promises'
import { isKey } from '../src/contract/text.ts'
import type { Environment } from './command.ts'
import { describeFailure } from './failure.ts'
import { UsageError } from './usage.ts'

/** A key, and where it comes from. */
export interface GivenKey {
  readonly apiKey: string
  /** The name of the variable, or of the file. */
  readonly origin: string
  /** True where other users of this machine can read the file. */
  readonly isOpenToOthers: boolean
}

/** A key is short; what is much longer is another file. */
const longestFile = 16_384

/**
 * The key out of the file that a flag names, or the environment. Null where there is none.
 *
 * @throws UsageError where a file cannot be read, or what is given cannot be a key. The sentence never holds it.
 */
export async function readApiKey(
  keyFile: string | undefined,
  environment: Environment,
): Promise<GivenKey | null> {
  const { ENTITY_SCREENING_API_KEY: apiKey, ENTITY_SCREENING_API_KEY_FILE: file } = environment
  if (keyFile === undefined && apiKey)
    return {
      apiKey: checkKey(apiKey, 'ENTITY_SCREENING_API_KEY'),
      origin: 'ENTITY_SCREENING_API_KEY',
      isOpenToOthers: false,
    }
  const named = keyFile ?? file
  if (!named) return null
  const { text, isOpenToOthers } = await readKeyFile(named)
  const [firstLine = ''] = text.replace(/^\ufeff/, '').split('\n')
  return { apiKey: checkKey(firstLine.trim(), `the first line of ${named}`), origin: named, isOpenToOthers }
}

function checkKey(apiKey: string, origin: string): string {
  if (apiKey === '') throw new UsageError(`${origin} is empty: it must hold the API key`)
  if (!isKey(apiKey))
    throw new UsageError(`${origin} cannot be a key: it must be visible ASCII characters without spaces`)
  return apiKey
}

async function readKeyFile(file: string): Promise<{ text: string; isOpenToOthers: boolean }> {
  try {
    const handle = await open(file)
    const stat = await handle.stat()
    const isOpenToOthers = process.platform !== 'win32' && stat.isFile() && (stat.mode & 0o077) !== 0
    let text = ''
    // It may be a pipe from a keeper of secrets. The handle is closed at the end.
    for await (const chunk of handle.createReadStream({ encoding: 'utf8', end: longestFile - 1 }))
      text += chunk
    return { text, isOpenToOthers }
  } catch (error) {
    throw new UsageError(`the key file ${file} cannot be read: ${describeFailure(error)}`)
  }
}
