import type { ServiceIndex } from '../../src/model/service.ts'
import type { QuirkReport } from '../../src/reading/log.ts'
import { IncompleteListError } from '../../src/resources/team.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../../src/transport/errors/ConnectionError.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { ResponseValidationError } from '../../src/transport/errors/ResponseValidationError.ts'
import { TimeoutError } from '../../src/transport/errors/TimeoutError.ts'
import { addressName, addressOf, clientSettings, createClient } from '../connection/connect.ts'
import type { CommandCall } from '../definition/command.ts'
import { describeFailure } from '../failure.ts'
import { countOf } from '../output/text.ts'
import { adviseOn } from './connection-advice.ts'
import { type Diagnosis, describeDrift, fail, ok, skipped, warn } from './diagnosis.ts'
import { checkAddress, checkKey, checkNode } from './local-checks.ts'
import {
  type Attempt,
  attempt,
  type Fetch,
  findIndex,
  isForeign,
  isOfService,
  type ListReading,
  readList,
} from './read-service.ts'

export const sendKeyFlag = {
  'send-key': { says: 'send the key even if no service index shows that this is the service' },
}

interface Examining {
  /** What sends the requests. */
  readonly fetch?: Fetch | undefined
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
  differs: 'This is the service, but it differs from the specification: `verify` finds out how.',
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
  const clientWith = (apiKey: string | null, fetch: Fetch | undefined) =>
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
  const strangerWith = (fetch: Fetch | undefined) => clientWith(null, fetch)

  const health = await attempt(strangerWith(fetch).service.health({ signal }))
  if ('error' in health) {
    const { error } = health
    if (TimeoutError.is(error)) return yield fail('connection', 'no response in time', advice.time)
    if (ConnectionError.is(error) && last.head === null) {
      const { says, advice } = adviseOn(error, environment)
      return yield fail('connection', says, advice)
    }
  }
  const { head } = last
  yield ok('connection', `responded in ${Math.round(head?.duration ?? 0)} ms`)
  const index = await findIndex(strangerWith, { fetch, baseUrl, signal })
  const mayReceiveKey = isOfService(index) || flags.has('send-key')
  yield judgeHealth(health, head, mayReceiveKey)
  if ('error' in health && isForeign(health.error) && !mayReceiveKey) {
    for (const check of ['version', 'access']) yield skipped(check, 'the server there is not the service')
    return
  }
  yield judgeIndex(index)
  if (key.given === null) return yield skipped('access', 'there is no key to check')
  if (!mayReceiveKey) return yield fail('access', 'without a service index, the key is not sent', advice.send)
  const list = await readList(clientWith(key.given.apiKey, fetch), signal)
  yield judgeAccess(list, last.head, key.given.origin)
  if (list.isOfEntities) yield judgeResponses(list, describeDrift(quirks))
}

function foreignAt(check: string, head: Head | null): Diagnosis {
  if (head !== null && head.status >= 300 && head.status < 400) {
    const place = head.headers.get('location') ?? 'a place that it does not name'
    return fail(check, `redirects to ${place}`, advice.redirect)
  }
  return fail(check, `the server there is not the service (${describeHead(head)})`, advice.foreign)
}

function describeHead(head: Head | null): string {
  return `status ${head?.status ?? 0}, ${head?.headers.get('content-type') ?? 'no content type'}`
}

function judgeHealth(
  health: Attempt<{ readonly success: boolean; readonly status: string | null }>,
  head: Head | null,
  isService: boolean,
): Diagnosis {
  if ('value' in health) {
    const { success, status } = health.value
    const says = status ?? 'it is up'
    return success ? ok('health', says) : fail('health', says, advice.report)
  }
  const { error } = health
  if (isForeign(error))
    return isService
      ? warn('health', `the response is not as specified (${describeHead(head)})`, advice.differs)
      : foreignAt('health', head)
  if (NotFoundError.is(error)) return warn('health', 'not found at /v1/health (404)', advice.address)
  // The general rule asks for a key, which is not sent before it is known to whom.
  if (AuthenticationError.is(error)) return skipped('health', 'the service requires a key for this (401)')
  return fail('health', describeFailure(error), advice.report)
}

/** The version of the interface, where a service index says it. */
function judgeIndex(index: Attempt<ServiceIndex>): Diagnosis {
  const why = (error: unknown) => (NotFoundError.is(error) ? ' at /v1 or /' : `: ${describeFailure(error)}`)
  if ('error' in index) return skipped('version', `no service index${why(index.error)}`)
  if (!isOfService(index)) return skipped('version', 'what responds is not the service index')
  const { version } = index.value
  if (version === 'v1') return ok('version', version)
  return warn('version', `the service reports ${version}`, advice.newer)
}

function judgeAccess(
  { error, count, isOfEntities }: ListReading,
  head: Head | null,
  origin: string,
): Diagnosis {
  if (isOfEntities && error !== null) return ok('access', 'the key is accepted')
  if (isOfEntities)
    return ok('access', `the key is accepted; the team has ${countOf(count, 'entity', 'entities')}`)
  if (error === null || isForeign(error)) return foreignAt('access', head)
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

/** A list that may lack entities can be read; a list in another form cannot. */
function judgeResponses({ error }: ListReading, drift: readonly string[]): Diagnosis {
  if (error instanceof IncompleteListError) return warn('responses', describeFailure(error), advice.differs)
  if (ResponseValidationError.is(error)) return fail('responses', describeFailure(error), advice.differs)
  if (error !== null) return fail('responses', describeFailure(error), advice.report)
  if (drift.length === 0) return ok('responses', 'match the specification')
  const places = `${drift.slice(0, 3).join(', ')}${drift.length > 3 ? ', and more' : ''}`
  return warn('responses', `differ from the specification: ${places}`, advice.drift)
}
