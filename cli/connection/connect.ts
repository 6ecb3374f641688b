import { EntityScreening } from '../../src/client.ts'
import type { ClientOptions } from '../../src/transport/options/options.ts'
import type { CommandCall } from '../definition/command.ts'
import { parseDuration, parseWholeNumber } from '../definition/flags.ts'
import { createErrorTranslator, explainMissingFlags, UsageError, withoutMethod } from '../failure.ts'
import { readApiKey } from './api-key.ts'

const baseUrlVariable = 'ENTITY_SCREENING_BASE_URL'

const noBaseUrlMessage = `no base URL: use --base-url, or set ${baseUrlVariable}`
const noKeyMessage = 'no API key: set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file'

/** The parts of a command call that are needed to create a client. */
export type ConnectionContext = Pick<CommandCall, 'flags' | 'environment' | 'stdin' | 'signal' | 'output'>

/** Creates a client for the service that the flags and the environment name. */
export async function connectClient(call: ConnectionContext): Promise<EntityScreening> {
  const baseUrl = findBaseUrl(call)
  const settings = readClientSettings(call)
  const key = await readApiKey(call.flags.text('key-file'), call)
  if (key === null || baseUrl === undefined)
    throw new UsageError([...(baseUrl ? [] : [noBaseUrlMessage]), ...(key ? [] : [noKeyMessage])].join('; '))
  call.output.protect(key.apiKey)
  if (key.isOpenToOthers) call.output.note(`warning: ${describeOpenKeyFile(key.origin)}`)
  return createClient({ ...settings, baseUrl, apiKey: key.apiKey }, baseUrlName(call))
}

export function describeOpenKeyFile(file: string): string {
  return `${file} can be read by other users of this machine; protect it with chmod 600`
}

export function findBaseUrl({ flags, environment }: Pick<ConnectionContext, 'flags' | 'environment'>) {
  return flags.text('base-url') ?? (environment[baseUrlVariable] || undefined)
}

/** Returns how error messages name the base URL: by the environment variable, unless the flag is set. */
export function baseUrlName({ flags }: Pick<ConnectionContext, 'flags'>): string {
  return flags.has('base-url') ? 'the base URL' : baseUrlVariable
}

/** Returns the client options that the shared flags set, without base URL and key. */
export function readClientSettings({
  flags,
  output,
}: Pick<ConnectionContext, 'flags' | 'output'>): ClientOptions {
  const log = (line: string) => output.note(line)
  const warn = (line: string) =>
    log(`warning: ${explainMissingFlags(withoutMethod(line.replace(/^entity-screening /, '')))}`)
  return {
    timeout: parseDuration('--timeout', flags.text('timeout')),
    maxRetries: parseWholeNumber('--retries', flags.text('retries'), 0, 100),
    logger: { error: warn, warn, info: log, debug: log },
    logLevel: flags.has('verbose') ? 'debug' : flags.has('quiet') ? 'error' : 'warn',
  }
}

/**
 * @param baseUrlLabel - How error messages name the base URL.
 * @throws UsageError if an option is invalid. The message names the flag.
 */
export function createClient(options: ClientOptions, baseUrlLabel = 'the base URL'): EntityScreening {
  try {
    return new EntityScreening(options)
  } catch (error) {
    return createErrorTranslator({ baseUrl: baseUrlLabel })(error)
  }
}
