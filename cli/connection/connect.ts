import { EntityScreening } from '../../src/client.ts'
import { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import type { ClientOptions } from '../../src/transport/options/options.ts'
import type { CommandCall } from '../definition/define.ts'
import { duration, wholeNumber } from '../definition/values.ts'
import { UsageError } from '../usage.ts'
import { readApiKey } from './api-key.ts'

const addressVariable = 'ENTITY_SCREENING_BASE_URL'

/** What a connection is made of. */
export type ConnectionCall = Pick<CommandCall, 'flags' | 'environment' | 'stdin' | 'signal' | 'output'>

/** A client of the service that the flags and the environment name. */
export async function connect(call: ConnectionCall): Promise<EntityScreening> {
  const baseUrl = addressOf(call)
  const settings = clientSettings(call)
  const given = await readApiKey(call.flags.text('key-file'), call)
  if (given === null)
    throw new UsageError(
      'no API key: set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file',
    )
  if (baseUrl === undefined) throw new UsageError(`no address: use --base-url, or set ${addressVariable}`)
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

/** What a message calls the address. */
export function addressName({ flags }: Pick<ConnectionCall, 'flags'>): string {
  return flags.has('base-url') ? 'the address' : addressVariable
}

/** What the shared flags say of a client, but for its address and its key. */
export function clientSettings({ flags, output }: Pick<ConnectionCall, 'flags' | 'output'>): ClientOptions {
  const log = (line: string) => output.note(line)
  const warn = (line: string) => log(`warning: ${line.replace(/^entity-screening (\w+: )?/, '')}`)
  return {
    timeout: duration('--timeout', flags.text('timeout')),
    maxRetries: wholeNumber('--retries', flags.text('retries'), 0, 100),
    logger: { error: warn, warn, info: log, debug: log },
    logLevel: flags.has('verbose') ? 'debug' : flags.has('quiet') ? 'error' : 'warn',
  }
}

/**
 * @param address what a message calls the address.
 * @throws UsageError in terms of the flags.
 */
export function createClient(options: ClientOptions, address = 'the address'): EntityScreening {
  try {
    return new EntityScreening(options)
  } catch (error) {
    if (!InputValidationError.is(error)) throw error
    const problems = error.issues.map(({ path, message }) =>
      path[0] === 'baseUrl' ? `${address} ${message}` : `${path.join('.')} ${message}`,
    )
    throw new UsageError(problems.join('; '))
  }
}
