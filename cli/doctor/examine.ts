import type { ServiceIndex } from '../../src/model/service.ts'
import type { QuirkReport } from '../../src/reading/log.ts'
import { wholeList } from '../../src/resources/team.ts'
import { AbortedError } from '../../src/transport/errors/AbortedError.ts'
import { ApiError } from '../../src/transport/errors/ApiError.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../../src/transport/errors/ConnectionError.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { ResponseValidationError } from '../../src/transport/errors/ResponseValidationError.ts'
import { TimeoutError } from '../../src/transport/errors/TimeoutError.ts'
import type { ClientOptions } from '../../src/transport/options/options.ts'
import { addressName, addressOf, clientSettings, createClient } from '../connection/connect.ts'
import type { CommandCall } from '../definition/command.ts'
import { describeFailure } from '../failure.ts'
import { countOf } from '../output/text.ts'
import { adviseOn } from './connection-advice.ts'
import { type Diagnosis, describeDrift, fail, ok, skipped, warn } from './diagnosis.ts'
import { checkAddress, checkKey, checkNode } from './local-checks.ts'

export const sendKeyFlag = {
  'send-key': { says: 'send the key even if no service index shows that this is the service' },
}

interface Examining {
  /** What sends the requests. */
  readonly fetch?: NonNullable<ClientOptions['fetch']>
  readonly onKey?: (apiKey: string) => void
}

/** The head of a response. */
interface Head {
  readonly status: number
  readonly headers: Headers
  /** Milliseconds until it came. */
  readonly duration: number
}

const addressAdvice = 'Check the base URL: it is what paths such as /v1/entities are appended to.'

/** What to do. */
const advice = {
  report: 'Report it to the operator of the service.',
  address: addressAdvice,
  time: 'Allow more time with --timeout 2m; a firewall may also drop the requests.',
  redirect: 'Redirects are not followed, because the key would go with them: correct the base URL.',
  send: `${addressAdvice} If it is right, --send-key sends the key.`,
  foreign:
    'A proxy, a login page or another site is there, or in between: correct the base URL, or log in there.',
  newer: 'This client is made for v1: look for a newer one.',
  permission: 'The key lacks the permission: ask its issuer.',
  drift:
    'Nothing is lost: unknown fields are kept under unknownFields. Look for a newer version of this package.',
}

/** Check by check, each as soon as it is done. Without `--send-key`, the key goes only to what has a service index: a key that others have seen must be replaced. */
export async function* examine(
  call: CommandCall<'send-key'>,
  { fetch, onKey }: Examining = {},
): AsyncGenerator<Diagnosis> {
  const { environment, signal, flags } = call
  yield checkNode(process.versions.node)
  const baseUrl = addressOf(call)
  const address = checkAddress(baseUrl, addressName(call))
  yield address
  const key = await checkKey(call)
  if (key.given !== null) {
    call.output.protect(key.given.apiKey)
    onKey?.(key.given.apiKey)
  }
  yield key.diagnosis
  if (baseUrl === undefined || address.status === 'fail')
    return yield skipped('connection', 'there is no base URL to connect to')

  const last: { head: Head | null } = { head: null }
  const quirks: QuirkReport[] = []
  const settings = clientSettings(call)
  const clientWith = (apiKey: string | null) =>
    createClient({
      ...settings,
      ...(fetch && { fetch }),
      baseUrl,
      apiKey,
      maxRetries: settings.maxRetries ?? 0,
      logLevel: flags.has('verbose') ? 'debug' : 'off',
      onQuirk: report => quirks.push(report),
      hooks: {
        afterResponse({ status, headers, duration }) {
          last.head = { status, headers, duration }
        },
      },
    })
  const stranger = clientWith(null)

  const health = await attempt(stranger.service.health({ signal }))
  if ('error' in health) {
    const { error } = health
    if (TimeoutError.is(error)) return yield fail('connection', 'no response in time', advice.time)
    if (ConnectionError.is(error) && last.head === null) {
      const found = adviseOn(error, environment)
      return yield fail('connection', found.says, found.advice)
    }
  }
  yield ok('connection', `responded in ${Math.round(last.head?.duration ?? 0)} ms`)
  yield judgeHealth(health, last.head)
  if ('error' in health && isForeign(health.error)) {
    for (const check of ['version', 'access']) yield skipped(check, 'the server there is not the service')
    return
  }

  const index = await attempt(stranger.service.index({ signal }))
  yield judgeIndex(index)
  if (key.given === null) return yield skipped('access', 'there is no key to check')
  if (!isOfService(index) && !flags.has('send-key'))
    return yield fail('access', 'without a service index, the key is not sent', advice.send)
  // The list is read to its end, and not kept.
  const entities = await attempt(count(wholeList(clientWith(key.given.apiKey).entities, { signal })))
  if ('error' in entities) return yield judgeRefusal(entities.error, last.head, key.given.origin)
  yield ok('access', `the key is accepted; the team has ${countOf(entities.value, 'entity', 'entities')}`)
  yield judgeDrift(describeDrift(quirks))
}

type Attempt<Value> = { readonly value: Value } | { readonly error: unknown }

/** @throws AbortedError alone. */
async function attempt<Value>(work: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (AbortedError.is(error)) throw error
    return { error }
  }
}

async function count(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _ of items) count += 1
  return count
}

/** Whether it was no response of the service: any server may send a 404, even with JSON. */
function isForeign(error: unknown): boolean {
  if (ResponseValidationError.is(error)) return true
  return ApiError.is(error) && (error.reason === null || (error.status >= 300 && error.status < 400))
}

/**
 * Whether it is the welcome object with its version and its list of entity operations (specification: Service index). Nothing else
 * that is sent without a key tells the service from any other server: many have a health, and many refuse callers without a key.
 */
function isOfService(index: Attempt<ServiceIndex>): index is { readonly value: ServiceIndex } {
  return 'value' in index && index.value.version !== null && Object.hasOwn(index.value.endpoints, 'entities')
}

function foreignAt(check: string, head: Head | null): Diagnosis {
  const { status, headers } = head ?? { status: 0, headers: new Headers() }
  if (status >= 300 && status < 400) {
    const place = headers.get('location') ?? 'a place that it does not name'
    return fail(check, `redirects to ${place}`, advice.redirect)
  }
  const kind = headers.get('content-type') ?? 'no content type'
  return fail(check, `the server there is not the service (status ${status}, ${kind})`, advice.foreign)
}

function judgeHealth(
  health: Attempt<{ readonly success: boolean; readonly status: string | null }>,
  head: Head | null,
): Diagnosis {
  if ('value' in health) {
    const { success, status } = health.value
    const says = status ?? 'it is up'
    return success ? ok('health', says) : fail('health', says, advice.report)
  }
  const { error } = health
  if (isForeign(error)) return foreignAt('health', head)
  if (NotFoundError.is(error)) return warn('health', 'not found at /v1/health (404)', advice.address)
  // The general rule asks for a key, which is not sent before it is known to whom.
  if (AuthenticationError.is(error)) return skipped('health', 'the service requires a key for this (401)')
  return fail('health', describeFailure(error), advice.report)
}

/** The version of the interface, where a service index says it. */
function judgeIndex(index: Attempt<ServiceIndex>): Diagnosis {
  // The client asks for / only where there is nothing at /v1.
  const why = (error: unknown) => (NotFoundError.is(error) ? ' at /v1 or /' : `: ${describeFailure(error)}`)
  if ('error' in index) return skipped('version', `no service index${why(index.error)}`)
  if (!isOfService(index)) return skipped('version', 'what responds is not the service index')
  const { version } = index.value
  if (version === 'v1') return ok('version', version)
  return warn('version', `the service reports ${version}`, advice.newer)
}

function judgeRefusal(error: unknown, head: Head | null, origin: string): Diagnosis {
  if (isForeign(error)) return foreignAt('access', head)
  if (AuthenticationError.is(error))
    return fail(
      'access',
      'the service rejects the key (401)',
      `Check that the key from ${origin} is complete, still valid, and issued for this base URL.`,
    )
  if (NotFoundError.is(error)) return fail('access', 'not found at /v1/entities (404)', advice.address)
  if (PermissionDeniedError.is(error)) return fail('access', describeFailure(error), advice.permission)
  return fail('access', describeFailure(error), advice.report)
}

function judgeDrift(drift: readonly string[]): Diagnosis {
  if (drift.length === 0) return ok('responses', 'match the specification')
  const places = `${drift.slice(0, 3).join(', ')}${drift.length > 3 ? ', and more' : ''}`
  return warn('responses', `differ from the specification: ${places}`, advice.drift)
}
