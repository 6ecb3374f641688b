import { type GivenKey, readApiKey } from '../connection/api-key.ts'
import { type ConnectionCall, createClient, openKeyFile } from '../connection/connect.ts'
import { UsageError } from '../usage.ts'
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts'

/** A diagnosis, and the value that was checked; null where there is none to continue with. */
export interface Found<Value> {
  readonly diagnosis: Diagnosis
  readonly value: Value | null
}

/** The oldest Node that the package is made for. */
const supported = [22, 13] as const

export function checkNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > supported[0] || (major === supported[0] && minor >= supported[1]))
    return ok('node', `v${version}`)
  return fail('node', `v${version} is too old`, `Install Node ${supported.join('.')} or later.`)
}

export function checkAddress(given: string | undefined, name = 'the address'): Found<string> {
  const nothing = (says: string, advice: string) => ({
    diagnosis: fail('address', says, advice),
    value: null,
  })
  if (given === undefined) return nothing('none given', 'Use --base-url, or set ENTITY_SCREENING_BASE_URL.')
  try {
    createClient({ baseUrl: given, apiKey: null }, name)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return nothing(error.message, 'Give the part before /v1/entities, such as https://screening.example.')
  }
  return { diagnosis: judgeAddress(new URL(given)), value: given }
}

function judgeAddress({ href, protocol, hostname, pathname }: URL): Diagnosis {
  if (protocol === 'http:' && !isLoopback(hostname))
    return warn(
      'address',
      `${href} is not encrypted`,
      'Anyone on the network path can read the key: use https.',
    )
  if (/\/v1\/?$/.test(pathname))
    return warn('address', `${href} ends in /v1`, 'Remove /v1 from the address: the client adds it.')
  return ok('address', href)
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Shorter keys are not redacted from responses. */
const shortestKey = 8

export async function checkKey(call: ConnectionCall): Promise<Found<GivenKey>> {
  try {
    const given = await readApiKey(call.flags.text('key-file'), call)
    const advice = 'Set ENTITY_SCREENING_API_KEY, or name a file that holds it with --key-file.'
    return given === null
      ? { diagnosis: fail('key', 'none given', advice), value: null }
      : { diagnosis: judgeKey(given), value: given }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return {
      diagnosis: fail('key', error.message, 'It must hold the key and nothing else, as it was issued.'),
      value: null,
    }
  }
}

function judgeKey({ apiKey, origin, isOpenToOthers }: GivenKey): Diagnosis {
  if (isOpenToOthers) return warn('key', `from ${origin}`, openKeyFile(origin))
  if (apiKey.length < shortestKey)
    return warn(
      'key',
      `from ${origin}, shorter than ${shortestKey} characters`,
      'Check that it is the whole key.',
    )
  return ok('key', `from ${origin}`)
}
