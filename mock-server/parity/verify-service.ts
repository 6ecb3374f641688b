import { sleep } from '../../src/pacing/sleep.ts'
import { countryName } from '../../src/shared/countries/names.ts'
import { messageOf } from '../../src/shared/errors.ts'
import type { Behaviour } from '../behaviour.ts'
import { isBlank } from './entity-fields.ts'
import { type Exchange, unknownEntityId } from './exchange.ts'
import { createExchangeLog, isRefusedKey } from './exchange-log.ts'
import type { ProbeKind } from './judges/open-point-spec.ts'
import { assertOwnEntities, probeWrites, type WriteOptions, WriteRefusedError } from './probe-writes.ts'
import {
  assertServing,
  createProber,
  type Prober,
  type ProberOptions,
  probeNetwork,
  StopError,
} from './prober.ts'
import { createParityReport, type Report } from './report.ts'

/** The service to verify, and the probes to send. */
export interface VerifyServiceOptions extends ProberOptions {
  /** Whether to send searches, at most 3 calls. The service may bill and log searches. */
  searches?: boolean | undefined
  /**
   * Whether to send requests that should fail: without a key, with a wrong key, and for an entity and a path that do not exist.
   * At most 5 calls, which may raise an alarm at the service.
   */
  wrongKey?: boolean | undefined
  /**
   * If set, the verification creates entities and rescans one of them, with at most 31 calls. Up to 9 entities remain in the
   * team.
   */
  write?: WriteOptions | undefined
  /** How long the list is read repeatedly after all other probes, in milliseconds. */
  watchDuration?: number | undefined
  /**
   * Milliseconds between two reads of the list during `watchDuration`.
   *
   * @default 30000
   */
  watchInterval?: number | undefined
  /** The behaviour of the mock server to compare with; by default, that of a mock server without options. */
  against?: Behaviour | undefined
}

/** The findings on a service, and the exchanges that they are based on. */
export interface Verification extends Report {
  /** All exchanges that the findings are based on. */
  readonly allExchanges: readonly Exchange[]
  /** Whether the run ended before its first write, because the team has entities that no earlier run created. */
  readonly isWriteRefused: boolean
}

/**
 * Finds out how a service differs from the mock server. Sends one request at a time, without retries, and stops at the first
 * response with the status 429 or 5xx.
 *
 * @throws TypeError if the base URL is invalid.
 * @example
 * const { findings, behaviour } = await verifyService({ baseUrl, apiKey })
 * for (const { question, verdict, answer } of findings) console.log(verdict, question, answer)
 */
export async function verifyService(options: VerifyServiceOptions): Promise<Verification> {
  const { write, against } = options
  const probeKinds = new Set<ProbeKind>(['reading'])
  if (options.wrongKey) probeKinds.add('wrong_key')
  if (options.searches) probeKinds.add('searches')
  if (write !== undefined) probeKinds.add('write')
  const prober = createProber(options)
  let stopped: string | null = null
  let isWriteRefused = false
  try {
    for (const exchange of prober.exchanges) assertServing(exchange)
    await probeReads(prober)
    // If writes are refused, the run ends before the remaining probes are sent.
    if (write !== undefined) await assertOwnEntities(prober.exchanges, write)
    if (probeKinds.has('wrong_key')) await probeAccess(prober)
    if (probeKinds.has('searches')) await probeSearches(prober, probeKinds.has('wrong_key'))
    if (write !== undefined) await probeWrites(prober, write)
    await watchList(prober, options)
  } catch (error) {
    // If the run ends early, the report still covers the exchanges up to that point.
    const isAborted = options.signal?.aborted === true && error === options.signal.reason
    isWriteRefused = error instanceof WriteRefusedError
    if (!(error instanceof StopError || isWriteRefused || isAborted)) throw error
    stopped = isAborted ? 'aborted' : messageOf(error)
  }
  return {
    ...createParityReport(prober.exchanges, { probeKinds, against, stopped }),
    allExchanges: prober.exchanges,
    isWriteRefused,
  }
}

/** Sends the read-only probes: at most 8 calls. */
async function probeReads({ probe, exchanges }: Prober): Promise<void> {
  for (const path of ['/v1/health', '/v1', '/']) {
    // The first request has no key. If the service requires one even for a path that it does not serve, another request with the
    // key follows.
    const keyless = await probe({ method: 'GET', path, key: 'none' })
    if (isRefusedKey(keyless)) await probe({ method: 'GET', path })
  }
  await probe({ method: 'GET', path: '/v1/entities' })
  const { entities } = createExchangeLog(exchanges)
  const screened = entities.filter(entity => !isBlank(entity, 'riskLevel'))
  const organization = screened.find(({ type }) => type === 'organization')
  await probeNetwork({ probe }, (organization ?? screened[0] ?? entities[0])?.id)
}

/** Sends requests that a service may mistake for an attack. */
async function probeAccess({ probe }: Prober): Promise<void> {
  await probe({ method: 'GET', path: '/v1/entities', key: 'none' })
  await probe({ method: 'GET', path: '/v1/entities', key: 'wrong' })
  await probe({ method: 'GET', path: `/v1/entities/${unknownEntityId}/network` })
  await probe({ method: 'GET', path: '/api/v1/entities' })
}

/** Searches for an organization of the team, because the service probably has matches for it. */
async function probeSearches({ probe, exchanges }: Prober, isKeylessAllowed: boolean): Promise<void> {
  const path = '/api/search/organizations'
  const organizations = createExchangeLog(exchanges).entities.filter(({ type }) => type === 'organization')
  const organization = organizations.find(({ countryCode }) => /^[A-Z]{2}$/.test(String(countryCode)))
  const code = String(organization?.countryCode ?? 'DE')
  const query = { company_name: String(organization?.name ?? 'Parity Check Castings GmbH') }
  for (const countryCode of [code, countryName(code)])
    await probe({ method: 'POST', path, body: { ...query, countryCode } })
  await probe({ method: 'POST', path: '/v1/entities/search', body: { name: query.company_name } })
  if (isKeylessAllowed) await probe({ method: 'POST', path, body: query, key: 'none' })
}

/** Reads the list at intervals, to observe changes of entities. */
async function watchList({ exchanges, probe }: Prober, options: VerifyServiceOptions): Promise<void> {
  const { watchDuration = 0, watchInterval = 30_000, signal } = options
  for (let remaining = watchDuration; remaining > 0; remaining -= watchInterval) {
    await sleep(Math.min(remaining, watchInterval), signal)
    await probe({ method: 'GET', path: '/v1/entities' })
  }
  // Reads the network again, because the screening may have ended while the list was watched.
  if (watchDuration > 0) await probeNetwork({ probe }, createExchangeLog(exchanges).entities[0]?.id)
}
