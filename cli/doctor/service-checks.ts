import type { EntityScreening } from '../../src/client.ts'
import type { QuirkReport } from '../../src/quirks/log.ts'
import { AbortedError } from '../../src/transport/errors/AbortedError.ts'
import { ApiError } from '../../src/transport/errors/ApiError.ts'
import { AuthenticationError } from '../../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../../src/transport/errors/ConnectionError.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { ResponseValidationError } from '../../src/transport/errors/ResponseValidationError.ts'
import { TimeoutError } from '../../src/transport/errors/TimeoutError.ts'
import type { Environment } from '../command.ts'
import { countOf } from '../count-of.ts'
import { describeFailure } from '../failure.ts'
import { adviseOn } from './connection-advice.ts'
import { type Finding, fail, ok, skipped, warn } from './finding.ts'

/** A service to examine, with what its last answer carried beside its body. */
export interface Patient {
  readonly client: EntityScreening
  readonly environment: Environment
  readonly signal: AbortSignal
  /** The head of the last answer; null before the first. */
  lastAnswer(): AnswerHead | null
  /** What the bodies needed so far. */
  quirks(): readonly QuirkReport[]
}

export interface AnswerHead {
  readonly status: number
  readonly headers: Headers
  /** The local time, in milliseconds since 1970, in the middle of the exchange. */
  readonly at: number
  /** Milliseconds until the head of the answer came. */
  readonly duration: number
}

/** Whether the service answers at all, and is well. Without a connection the other checks say nothing. */
export async function checkHealth(patient: Patient): Promise<Finding[]> {
  const { client, environment, signal } = patient
  try {
    const { success, status } = await client.service.health({ signal })
    const says = status ?? 'it is up'
    const health = success ? ok('health', says) : fail('health', says, 'Tell whoever runs the service.')
    return [connected(patient), health]
  } catch (error) {
    if (AbortedError.is(error)) throw error
    if (TimeoutError.is(error))
      return [
        fail(
          'connection',
          'no answer came in time',
          'Give it more with --timeout 2m; a firewall may also drop what is sent.',
        ),
      ]
    if (ConnectionError.is(error) && patient.lastAnswer() === null) {
      const { says, advice } = adviseOn(error.systemCode, environment)
      return [fail('connection', says, advice)]
    }
    return [connected(patient), judgeHealth(error, patient)]
  }
}

function connected(patient: Patient): Finding {
  return ok('connection', `answered in ${Math.round(patient.lastAnswer()?.duration ?? 0)} ms`)
}

function judgeHealth(error: unknown, patient: Patient): Finding {
  const foreign = judgeForeign('health', error, patient)
  if (foreign !== null) return foreign
  if (NotFoundError.is(error))
    return warn(
      'health',
      'it is not served',
      'Check that the address is that of the service, without a path such as /v1.',
    )
  return fail('health', describeFailure(error), 'Tell whoever runs the service.')
}

/** What answers is not the service. */
function judgeForeign(check: string, error: unknown, patient: Patient): Finding | null {
  const { status, headers } = patient.lastAnswer() ?? { status: 0, headers: new Headers() }
  if (ApiError.is(error) && status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'somewhere that it does not say'
    return fail(
      check,
      `redirects to ${to}`,
      'Redirects are not followed, for the key would go with them: correct the address.',
    )
  }
  const isForeign = ResponseValidationError.is(error) || (ApiError.is(error) && error.reason === null)
  if (!isForeign) return null
  const kind = headers.get('content-type') ?? 'no content type'
  return fail(
    check,
    `what answers is not the service (status ${status}, ${kind})`,
    'A proxy, a login page or another site is at this address, or in between: correct the address, or log in there.',
  )
}

/** By how much two clocks may differ before it is worth a word, in milliseconds. */
const tolerance = 60_000

export function checkClock(patient: Patient): Finding {
  const head = patient.lastAnswer()
  const date = Date.parse(head?.headers.get('date') ?? '')
  if (head === null || Number.isNaN(date)) return skipped('clock', 'the service does not say its time')
  const ahead = head.at - date
  if (Math.abs(ahead) <= tolerance) return ok('clock', 'agrees with that of the service')
  const says = `is ${describeSpan(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of the service`
  return warn('clock', says, 'Set the clock of this machine, if it is this one that is wrong.')
}

function describeSpan(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

export async function checkIndex({ client, signal }: Patient): Promise<Finding> {
  try {
    const { version } = await client.service.index({ signal })
    if (version === 'v1') return ok('version', version)
    return warn(
      'version',
      `the service says ${version ?? 'none'}`,
      'This client is made for v1: look for a newer one.',
    )
  } catch (error) {
    if (AbortedError.is(error)) throw error
    return skipped('version', `the service does not tell it at /v1 or /: ${describeFailure(error)}`)
  }
}

/** Whether the key is accepted, and the list reads as specified. It is read to its end, and not kept. */
export async function checkList(patient: Patient, keyOrigin: string): Promise<Finding[]> {
  let count = 0
  try {
    for await (const _ of patient.client.entities.stream({ signal: patient.signal })) count += 1
  } catch (error) {
    if (AbortedError.is(error)) throw error
    return [judgeList(error, patient, keyOrigin)]
  }
  return [
    ok('access', `the key is accepted; the team has ${countOf(count, 'entity', 'entities')}`),
    judgeDrift(patient),
  ]
}

function judgeList(error: unknown, patient: Patient, keyOrigin: string): Finding {
  if (AuthenticationError.is(error))
    return fail(
      'access',
      'the service does not accept the key (401)',
      `Check that the key from ${keyOrigin} is whole, still valid, and issued for this address.`,
    )
  return (
    judgeForeign('access', error, patient) ??
    fail(
      'access',
      describeFailure(error),
      'The key may lack the permission, or the service fails: ask whoever runs it.',
    )
  )
}

function judgeDrift(patient: Patient): Finding {
  const drift = patient.quirks().filter(({ code }) => code === 'drift' || code === 'unreadable')
  if (drift.length === 0) return ok('answers', 'are as specified')
  const places = drift.slice(0, 3).map(({ path, expected, found }) => {
    const place = path.filter(part => typeof part === 'string').join('.') || 'the body'
    return expected === undefined ? place : `${place} (${expected} is expected, ${found} came)`
  })
  const says = `differ from the specification: ${places.join(', ')}${drift.length > 3 ? ', and more' : ''}`
  return warn(
    'answers',
    says,
    'What could be read is there, the rest is in extra: look for a newer version of this package.',
  )
}
