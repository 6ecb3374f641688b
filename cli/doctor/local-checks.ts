import { type GivenKey, readApiKey } from '../connection/api-key.ts'
import { type ConnectionCall, createClient, openKeyFile } from '../connection/connect.ts'
import { UsageError } from '../failure.ts'
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts'

/** What to do on this machine. */
const advice = {
  node: 'Install Node 22.13 or later.',
  give: 'Use --base-url, or set ENTITY_SCREENING_BASE_URL.',
  part: 'Give the part before /v1/entities, such as https://screening.example.',
  encrypt: 'Anyone on the network path can read the key: use https.',
  version: 'Remove /v1 from the base URL: the client adds it.',
  key: 'Set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file.',
  whole: 'It must hold the key and nothing else, as it was issued.',
  short: 'Check that it is the whole key.',
}

export function checkNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) return ok('node', `v${version}`)
  return fail('node', `v${version} is too old`, advice.node)
}

export function checkAddress(given: string | undefined, name = 'the base URL'): Diagnosis {
  if (given === undefined) return fail('address', 'none given', advice.give)
  try {
    createClient({ baseUrl: given, apiKey: null }, name)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return fail('address', error.message, advice.part)
  }
  const { href, protocol, hostname, pathname } = new URL(given)
  if (protocol === 'http:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    return warn('address', `${href} is not encrypted`, advice.encrypt)
  if (/\/v1\/?$/.test(pathname)) return warn('address', `${href} ends in /v1`, advice.version)
  return ok('address', href)
}

/** The key, and what is wrong with it. */
export async function checkKey(
  call: ConnectionCall,
): Promise<{ diagnosis: Diagnosis; given: GivenKey | null }> {
  let given: GivenKey | null = null
  try {
    given = await readApiKey(call.flags.text('key-file'), call)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { given, diagnosis: fail('key', error.message, advice.whole) }
  }
  if (given === null) return { given, diagnosis: fail('key', 'none given', advice.key) }
  const { apiKey, origin, isOpenToOthers } = given
  const from = `from ${origin}`
  if (isOpenToOthers) return { given, diagnosis: warn('key', from, openKeyFile(origin)) }
  // Shorter keys are not redacted from responses.
  if (apiKey.length >= 8) return { given, diagnosis: ok('key', from) }
  const short = `${from}, shorter than 8 characters`
  return { given, diagnosis: warn('key', short, advice.short) }
}
