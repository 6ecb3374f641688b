import type { EntityScreening } from '../../src/client.ts'
import type { QuirkReport } from '../../src/reading/log.ts'
import { wholeList } from '../../src/resources/whole-list.ts'
import { AbortedError } from '../../src/transport/errors/AbortedError.ts'
import { ApiError } from '../../src/transport/errors/ApiError.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../../src/transport/errors/ConnectionError.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { PermissionDeniedError } from '../../src/transport/errors/PermissionDeniedError.ts'
import { ResponseValidationError } from '../../src/transport/errors/ResponseValidationError.ts'
import { TimeoutError } from '../../src/transport/errors/TimeoutError.ts'
import type { Environment } from '../definition/command.ts'
import { describeFailure } from '../failure.ts'
import { countOf } from '../output/count-of.ts'
import { adviseOn } from './connection-advice.ts'
import { type Diagnosis, fail, ok, skipped, warn } from './diagnosis.ts'

/** A service to examine, with what its last response carried beside its body. */
export interface Patient {
  /** Has no key: nothing says yet to whom it would go. */
  readonly stranger: EntityScreening
  /** Has the key; null where there is none. */
  readonly client: EntityScreening | null
  readonly environment: Environment
  readonly signal: AbortSignal
  /** The head of the last response; null before the first. */
  lastResponse(): ResponseHead | null
  /** What the bodies needed so far. */
  quirks(): readonly QuirkReport[]
}

/** Who responds: the service, another server, or an unknown one. */
export type Identity = 'service' | 'foreign' | 'unclear'

/** What a check found, and whom. */
export interface Meeting {
  readonly diagnoses: readonly Diagnosis[]
  readonly identity: Identity
}

export interface ResponseHead {
  readonly status: number
  readonly headers: Headers
  /** The local time, in milliseconds since 1970, in the middle of the exchange. */
  readonly at: number
  /** Milliseconds until the head of the response came. */
  readonly duration: number
}

/** Whether the service responds, and is well. Without a connection the other checks say nothing. */
export async function checkHealth(patient: Patient): Promise<Meeting & { readonly isConnected: boolean }> {
  const { stranger, environment, signal } = patient
  try {
    const { success, status } = await stranger.service.health({ signal })
    const says = status ?? 'it is up'
    const health = success
      ? ok('health', says)
      : fail('health', says, 'Report it to the operator of the service.')
    return { diagnoses: [connected(patient), health], identity: 'service', isConnected: true }
  } catch (error) {
    if (AbortedError.is(error)) throw error
    const failure = judgeConnection(error, patient, environment)
    if (failure !== null) return { diagnoses: [failure], identity: 'unclear', isConnected: false }
    const diagnosis = judgeHealth(error, patient)
    return { diagnoses: [connected(patient), diagnosis], identity: identify(error), isConnected: true }
  }
}

/** Null after a response. */
function judgeConnection(error: unknown, patient: Patient, environment: Environment): Diagnosis | null {
  if (TimeoutError.is(error))
    return fail(
      'connection',
      'no response in time',
      'Allow more time with --timeout 2m; a firewall may also drop the requests.',
    )
  if (!ConnectionError.is(error) || patient.lastResponse() !== null) return null
  const { says, advice } = adviseOn(error.systemCode, environment)
  return fail('connection', says, advice)
}

function connected(patient: Patient): Diagnosis {
  return ok('connection', `responded in ${Math.round(patient.lastResponse()?.duration ?? 0)} ms`)
}

function judgeHealth(error: unknown, patient: Patient): Diagnosis {
  const foreign = judgeForeign('health', error, patient)
  if (foreign !== null) return foreign
  if (NotFoundError.is(error)) return warn('health', 'not found at /v1/health (404)', addressAdvice)
  // The general rule asks for a key, which is not sent before it is known to whom.
  if (AuthenticationError.is(error)) return skipped('health', 'the service requires a key for this (401)')
  return fail('health', describeFailure(error), 'Report it to the operator of the service.')
}

const addressAdvice = 'Check the address: it is what paths such as /v1/entities are appended to.'

/** Who sent a response: any server may send a 404, even with JSON. */
function identify(error: unknown): Identity {
  if (isForeign(error)) return 'foreign'
  return ApiError.is(error) && !NotFoundError.is(error) ? 'service' : 'unclear'
}

function isForeign(error: unknown): boolean {
  if (ResponseValidationError.is(error)) return true
  return ApiError.is(error) && (error.reason === null || isRedirect(error.status))
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}

/** Another server responds. */
function judgeForeign(check: string, error: unknown, patient: Patient): Diagnosis | null {
  const { status, headers } = patient.lastResponse() ?? { status: 0, headers: new Headers() }
  if (!isForeign(error)) return null
  if (isRedirect(status))
    return fail(
      check,
      `redirects to ${headers.get('location') ?? 'an address that it does not name'}`,
      'Redirects are not followed, because the key would go with them: correct the address.',
    )
  const kind = headers.get('content-type') ?? 'no content type'
  return fail(
    check,
    `the server there is not the service (status ${status}, ${kind})`,
    'A proxy, a login page or another site is at this address, or in between: correct the address, or log in there.',
  )
}

/** By how much two clocks may differ before it is reported, in milliseconds. */
const tolerance = 60_000

export function checkClock(patient: Patient): Diagnosis {
  const head = patient.lastResponse()
  const date = Date.parse(head?.headers.get('date') ?? '')
  if (head === null || Number.isNaN(date)) return skipped('clock', 'the service does not send its time')
  const ahead = head.at - date
  if (Math.abs(ahead) <= tolerance) return ok('clock', "agrees with the service's")
  const says = `is ${describeSpan(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the service's`
  return warn('clock', says, 'Set the clock of this machine if it is the wrong one.')
}

function describeSpan(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

/** The version of the interface, where a service index says it. */
export async function checkIndex({ stranger, signal }: Patient): Promise<Meeting> {
  try {
    const { version } = await stranger.service.index({ signal })
    // Any object would pass for an index.
    if (version === null)
      return { diagnoses: [skipped('version', 'no service index at /v1 or /')], identity: 'unclear' }
    return { diagnoses: [judgeVersion(version)], identity: 'service' }
  } catch (error) {
    if (AbortedError.is(error)) throw error
    const diagnosis = skipped('version', `no service index at /v1 or /: ${describeFailure(error)}`)
    return { diagnoses: [diagnosis], identity: identify(error) }
  }
}

function judgeVersion(version: string): Diagnosis {
  if (version === 'v1') return ok('version', version)
  return warn(
    'version',
    `the service reports ${version}`,
    'This client is made for v1: look for a newer one.',
  )
}

/**
 * What speaks against sending the key to a server without health and index; null if it refuses its list to callers without one,
 * as the service does (specification: Authentication, rule 2).
 */
export async function doubtService(patient: Patient): Promise<Diagnosis | null> {
  let found = 'the list needs none'
  try {
    await patient.stranger.entities.list({ signal: patient.signal })
  } catch (error) {
    if (AbortedError.is(error)) throw error
    const foreign = judgeForeign('access', error, patient)
    if (foreign !== null) return foreign
    if (AuthenticationError.is(error)) return null
    found = describeFailure(error)
  }
  return fail(
    'access',
    `nothing shows that this is the service, so the key is not sent: ${found}`,
    addressAdvice,
  )
}

/** Whether the key is accepted, and the list reads as specified. It is read to its end, and not kept. */
export async function checkList(
  client: EntityScreening,
  patient: Patient,
  keyOrigin: string,
): Promise<Diagnosis[]> {
  let count = 0
  try {
    for await (const _ of wholeList(client.entities, { signal: patient.signal })) count += 1
  } catch (error) {
    if (AbortedError.is(error)) throw error
    return [judgeList(error, patient, keyOrigin)]
  }
  return [
    ok('access', `the key is accepted; the team has ${countOf(count, 'entity', 'entities')}`),
    judgeDrift(patient),
  ]
}

function judgeList(error: unknown, patient: Patient, keyOrigin: string): Diagnosis {
  const foreign = judgeForeign('access', error, patient)
  if (foreign !== null) return foreign
  if (AuthenticationError.is(error))
    return fail(
      'access',
      'the service rejects the key (401)',
      `Check that the key from ${keyOrigin} is complete, still valid, and issued for this address.`,
    )
  if (NotFoundError.is(error)) return fail('access', 'not found at /v1/entities (404)', addressAdvice)
  if (PermissionDeniedError.is(error))
    return fail('access', describeFailure(error), 'The key lacks the permission: ask its issuer.')
  return fail('access', describeFailure(error), 'Report it to the operator of the service.')
}

function judgeDrift(patient: Patient): Diagnosis {
  const drift = patient.quirks().filter(({ code }) => code === 'drift' || code === 'unreadable')
  if (drift.length === 0) return ok('responses', 'match the specification')
  const places = drift.slice(0, 3).map(({ path, expected, found }) => {
    const place = path.filter(part => typeof part === 'string').join('.') || 'the body'
    return expected === undefined ? place : `${place} (${found} instead of ${expected})`
  })
  const says = `differ from the specification: ${places.join(', ')}${drift.length > 3 ? ', and more' : ''}`
  return warn(
    'responses',
    says,
    'Nothing is lost: unknown fields are kept under unknownFields. Look for a newer version of this package.',
  )
}
