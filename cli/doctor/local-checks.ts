import { type ApiKey, readApiKey } from '../connection/api-key.ts'
import { type ConnectionContext, createClient, describeOpenKeyFile } from '../connection/connect.ts'
import { UsageError } from '../failure.ts'
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts'

/** Advice for problems on this machine. */
const advice = {
  node: 'Install Node 22.13 or later.',
  give: 'Use --base-url, or set ENTITY_SCREENING_BASE_URL.',
  part: 'Give the part before /v1/entities, such as https://screening.example.',
  encrypt: 'Anyone on the network path can read the key: use https.',
  key: 'Set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file.',
  whole: 'It must hold the key and nothing else, as it was issued.',
  short: 'Check that it is the whole key.',
}

export function diagnoseNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) return ok('node', `v${version}`)
  return fail('node', `v${version} is too old`, advice.node)
}

export function diagnoseBaseUrl(baseUrl: string | undefined, name = 'the base URL'): Diagnosis {
  if (baseUrl === undefined) return fail('address', 'none given', advice.give)
  try {
    createClient({ baseUrl, apiKey: null }, name)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return fail('address', error.message, advice.part)
  }
  const { href, protocol, hostname } = new URL(baseUrl)
  if (protocol === 'http:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    return warn('address', `${href} is not encrypted`, advice.encrypt)
  return ok('address', href)
}

/** Reads and checks the API key. Returns the key and the result of the check. */
export async function diagnoseKey(
  call: ConnectionContext,
): Promise<{ diagnosis: Diagnosis; key: ApiKey | null }> {
  let key: ApiKey | null = null
  try {
    key = await readApiKey(call.flags.text('key-file'), call)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { key, diagnosis: fail('key', error.message, advice.whole) }
  }
  if (key === null) return { key, diagnosis: fail('key', 'none given', advice.key) }
  const { apiKey, origin, isOpenToOthers } = key
  const source = `from ${origin}`
  if (isOpenToOthers) return { key, diagnosis: warn('key', source, describeOpenKeyFile(origin)) }
  // Keys of fewer than 8 characters are not redacted in responses.
  if (apiKey.length >= 8) return { key, diagnosis: ok('key', source) }
  const description = `${source}, shorter than 8 characters`
  return { key, diagnosis: warn('key', description, advice.short) }
}
