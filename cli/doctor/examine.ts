import type { EntityScreening } from '../../src/client.ts'
import type { ServiceIndex } from '../../src/model/service.ts'
import type { QuirkReport } from '../../src/reading/quirk-log.ts'
import { IncompleteListError } from '../../src/resources/stream-entities.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../../src/transport/errors/ConnectionError.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { ResponseValidationError } from '../../src/transport/errors/ResponseValidationError.ts'
import { TimeoutError } from '../../src/transport/errors/TimeoutError.ts'
import type { ClientOptions } from '../../src/transport/options/options.ts'
import { baseUrlName, createClient, findBaseUrl, readClientSettings } from '../connection/connect.ts'
import type { CommandCall } from '../definition/command.ts'
import { describeFailure } from '../failure.ts'
import { describeConnectionError } from './describe-connection-error.ts'
import { type Diagnosis, fail, listDrifts, ok, skipped, warn } from './diagnosis.ts'
import { diagnoseBaseUrl, diagnoseKey, diagnoseNode } from './local-checks.ts'
import {
  type AttemptResult,
  attempt,
  type Fetch,
  findIndex,
  isForeign,
  isServiceIndex,
  type ListReading,
  readEntityList,
} from './read-service.ts'

export const sendKeyFlag = {
  'send-key': { description: 'send the key even if no service index shows that this is the service' },
}

interface ExamineOptions {
  /** The function that sends requests. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  readonly onKey?: (apiKey: string) => void
}

/** Status and headers of a response. */
interface ResponseHead {
  readonly status: number
  readonly headers: Headers
  /** Milliseconds until the response arrived. */
  readonly duration: number
}

/** The latest response, and all quirks that were reported during the checks. */
interface Observations {
  head: ResponseHead | null
  readonly quirks: QuirkReport[]
}

const addressAdvice = 'Check the base URL: it is what paths such as /v1/entities are appended to.'

/** Advice for problems with the service. */
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
  drift: 'Unknown fields are kept under unknownFields. Look for a newer version of this package.',
}

/**
 * Runs the checks and yields each result as soon as it is available. Without `--send-key`, the key is sent only to a server
 * that has the service index, because a key that another server has received must be replaced.
 */
export async function* examine(
  call: CommandCall<'send-key'>,
  { fetch, onKey }: ExamineOptions = {},
): AsyncGenerator<Diagnosis> {
  const { environment, signal, flags } = call
  yield diagnoseNode(process.versions.node)
  const baseUrl = findBaseUrl(call)
  const address = diagnoseBaseUrl(baseUrl, baseUrlName(call))
  yield address
  const key = await diagnoseKey(call)
  if (key.key !== null) {
    call.output.protect(key.key.apiKey)
    onKey?.(key.key.apiKey)
  }
  yield key.diagnosis
  if (baseUrl === undefined || address.status === 'fail')
    return yield skipped('connection', 'there is no base URL to connect to')

  const observations: Observations = { head: null, quirks: [] }
  const createExaminingClient = (apiKey: string | null, fetch: Fetch | undefined) =>
    createObservedClient(call, { ...(fetch && { fetch }), baseUrl, apiKey }, observations)
  const createKeylessClient = (fetch: Fetch | undefined) => createExaminingClient(null, fetch)

  const health = await attempt(createKeylessClient(fetch).service.health({ signal }))
  if ('error' in health) {
    const { error } = health
    if (TimeoutError.is(error)) return yield fail('connection', 'no response in time', advice.time)
    if (ConnectionError.is(error) && observations.head === null) {
      const { says, advice } = describeConnectionError(error, environment)
      return yield fail('connection', says, advice)
    }
  }
  const { head } = observations
  yield ok('connection', `responded in ${Math.round(head?.duration ?? 0)} ms`)
  const index = await findIndex(createKeylessClient, { fetch, baseUrl, signal })
  const mayReceiveKey = isServiceIndex(index) || flags.has('send-key')
  yield diagnoseHealth(health, head, mayReceiveKey)
  if ('error' in health && isForeign(health.error) && !mayReceiveKey) {
    for (const check of ['version', 'access']) yield skipped(check, 'the server there is not the service')
    return
  }
  yield diagnoseIndex(index)
  if (key.key === null) return yield skipped('access', 'there is no key to check')
  if (!mayReceiveKey) return yield fail('access', 'without a service index, the key is not sent', advice.send)
  const reading = await readEntityList(createExaminingClient(key.key.apiKey, fetch), signal)
  // Once the index has identified the service, a list that cannot be read is the service's too.
  const list = isServiceIndex(index) ? { ...reading, isOfEntities: !isRefused(reading.error) } : reading
  yield diagnoseAccess(list, observations.head, key.key.origin, isServiceIndex(index))
  if (list.isOfEntities) yield diagnoseResponses(list, listDrifts(observations.quirks))
}

/** Creates a client that records its latest response and all quirks. */
function createObservedClient(
  { flags, output }: CommandCall<'send-key'>,
  options: ClientOptions,
  observations: Observations,
): EntityScreening {
  const settings = readClientSettings({ flags, output })
  return createClient({
    ...settings,
    ...options,
    maxRetries: settings.maxRetries ?? 0,
    logLevel: flags.has('verbose') ? 'debug' : 'off',
    onQuirk: report => observations.quirks.push(report),
    hooks: {
      afterResponse({ status, headers, duration }) {
        observations.head = { status, headers, duration }
      },
    },
  })
}

function diagnoseForeignServer(check: string, head: ResponseHead | null): Diagnosis {
  if (head !== null && head.status >= 300 && head.status < 400) {
    const place = head.headers.get('location') ?? 'a place that it does not name'
    return fail(check, `redirects to ${place}`, advice.redirect)
  }
  return fail(check, `the server there is not the service (${describeHead(head)})`, advice.foreign)
}

function describeHead(head: ResponseHead | null): string {
  return `status ${head?.status ?? 0}, ${head?.headers.get('content-type') ?? 'no content type'}`
}

function diagnoseHealth(
  health: AttemptResult<{ readonly success: boolean; readonly status: string | null }>,
  head: ResponseHead | null,
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
      : diagnoseForeignServer('health', head)
  if (NotFoundError.is(error)) return warn('health', 'not found at /v1/health (404)', advice.address)
  // The specification allows the service to require a key here. The key is not sent, because the server has not been identified
  // yet.
  if (AuthenticationError.is(error)) return skipped('health', 'the service requires a key for this (401)')
  return fail('health', describeFailure(error), advice.report)
}

/** Checks the version of the interface in the service index. */
function diagnoseIndex(index: AttemptResult<ServiceIndex>): Diagnosis {
  const describeReason = (error: unknown) =>
    NotFoundError.is(error) ? ' at /v1 or /' : `: ${describeFailure(error)}`
  if ('error' in index) return skipped('version', `no service index${describeReason(index.error)}`)
  if (!isServiceIndex(index)) return skipped('version', 'what responds is not the service index')
  const { version } = index.value
  if (version === 'v1') return ok('version', version)
  return warn('version', `the service reports ${version}`, advice.newer)
}

/** Whether the service answered with an error status, or not at all. */
function isRefused(error: unknown): boolean {
  return error !== null && !ResponseValidationError.is(error)
}

function diagnoseAccess(
  { error, count, isOfEntities }: ListReading,
  head: ResponseHead | null,
  origin: string,
  isService: boolean,
): Diagnosis {
  if (isOfEntities && error !== null) return ok('access', 'the key is accepted')
  if (isOfEntities)
    return ok('access', `the key is accepted; the team has ${countOf(count, 'entity', 'entities')}`)
  const isRedirect = head !== null && head.status >= 300 && head.status < 400
  if (error === null || (isForeign(error) && (isRedirect || !isService)))
    return diagnoseForeignServer('access', head)
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

/** Checks the form of the list. A list that may be incomplete causes a warning; an unreadable list is a failure. */
function diagnoseResponses({ error }: ListReading, drift: readonly string[]): Diagnosis {
  if (error instanceof IncompleteListError) return warn('responses', describeFailure(error), advice.differs)
  if (ResponseValidationError.is(error)) return fail('responses', describeFailure(error), advice.differs)
  if (error !== null) return fail('responses', describeFailure(error), advice.report)
  if (drift.length === 0) return ok('responses', 'match the specification')
  const places = `${drift.slice(0, 3).join(', ')}${drift.length > 3 ? ', and more' : ''}`
  return warn('responses', `differ from the specification: ${places}`, advice.drift)
}
