import { EntityScreening } from '../../src/client.ts'
import type { ClientOptions } from '../../src/transport/options/options.ts'
import type { CommandCall } from '../definition/command.ts'
import { duration, wholeNumber } from '../definition/flags.ts'
import { inWordsOf, UsageError, withoutOptions } from '../failure.ts'
import { readApiKey } from './api-key.ts'

const addressVariable = 'ENTITY_SCREENING_BASE_URL'

const noAddress = `no base URL: use --base-url, or set ${addressVariable}`
const noKey = 'no API key: set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file'

/** What a connection is made of. */
export type ConnectionCall = Pick<CommandCall, 'flags' | 'environment' | 'stdin' | 'signal' | 'output'>

/** A client of the service that the flags and the environment name. */
export async function connect(call: ConnectionCall): Promise<EntityScreening> {
  const baseUrl = addressOf(call)
  const settings = clientSettings(call)
  const given = await readApiKey(call.flags.text('key-file'), call)
  if (given === null || baseUrl === undefined)
    throw new UsageError([...(baseUrl ? [] : [noAddress]), ...(given ? [] : [noKey])].join('; '))
  call.output.protect(given.apiKey)
  if (given.isOpenToOthers) call.output.note(`warning: ${openKeyFile(given.origin)}`)
  return createClient({ ...settings, baseUrl, apiKey: given.apiKey }, addressName(call))
}

export function openKeyFile(file: string): string {
  return `${file} can be read by other users of this machine; protect it with chmod 600`
}

export function addressOf({ flags, environment }: Pick<ConnectionCall, 'flags' | 'environment'>) {
  return flags.text('base-url') ?? (environment[addressVariable] || undefined)
}

/** What a message calls the base URL. */
export function addressName({ flags }: Pick<ConnectionCall, 'flags'>): string {
  return flags.has('base-url') ? 'the base URL' : addressVariable
}

/** What the shared flags say of a client, but for its address and its key. */
export function clientSettings({ flags, output }: Pick<ConnectionCall, 'flags' | 'output'>): ClientOptions {
  const log = (line: string) => output.note(line)
  const warn = (line: string) =>
    log(`warning: ${withoutOptions(line.replace(/^entity-screening (\w+: )?/, ''))}`)
  return {
    timeout: duration('--timeout', flags.text('timeout')),
    maxRetries: wholeNumber('--retries', flags.text('retries'), 0, 100),
    logger: { error: warn, warn, info: log, debug: log },
    logLevel: flags.has('verbose') ? 'debug' : flags.has('quiet') ? 'error' : 'warn',
  }
}

/**
 * @param address what a message calls the base URL.
 * @throws UsageError in terms of the flags.
 */
export function createClient(options: ClientOptions, address = 'the base URL'): EntityScreening {
  try {
    return new EntityScreening(options)
  } catch (error) {
    return inWordsOf({ baseUrl: address })(error)
  }
}
