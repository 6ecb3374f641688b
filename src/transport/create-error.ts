import { formatIssues, type Issue } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { rowLimit } from '../contract/values.ts'
import { codeOf } from '../shared/errors.ts'
import { isRecord, isText } from '../shared/json.ts'
import { parseBody } from './body.ts'
import { AbortedError } from './errors/AbortedError.ts'
import { ApiError } from './errors/ApiError.ts'
import { AuthenticationError } from './errors/AuthenticationError.ts'
import { BadRequestError } from './errors/BadRequestError.ts'
import { ConnectionError } from './errors/ConnectionError.ts'
import { EntityScreeningError, type Origin } from './errors/EntityScreeningError.ts'
import { InputValidationError } from './errors/InputValidationError.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { PermissionDeniedError } from './errors/PermissionDeniedError.ts'
import { RateLimitError } from './errors/RateLimitError.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { ServerError } from './errors/ServerError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { type Outcome, readRetryAfter } from './outcome.ts'
import { type Redaction, redactHeaders } from './redact.ts'

/** What is called for each operation, as a caller writes it. */
const methods: Readonly<Record<string, string>> = {
  listEntities: 'entities.list',
  createEntity: 'entities.create',
  createEntitiesBulk: 'entities.createBulk',
  searchEntities: 'entities.search',
  getNetwork: 'entities.network',
  attachDocument: 'entities.attachDocument',
  rescanEntity: 'entities.rescan',
  searchOrganizations: 'search.organizations',
  searchPersons: 'search.persons',
  getHealth: 'service.health',
  getServiceIndex: 'service.index',
  waitFor: 'entities.waitFor',
  waitForScreening: 'entities.waitForScreening',
  reconcile: 'entities.reconcile',
} satisfies Record<OperationName | 'waitFor' | 'waitForScreening' | 'reconcile', string>

/** The method that a message begins with; what is no operation has its own name. */
export function methodOf(operation: string): string {
  return (Object.hasOwn(methods, operation) ? methods[operation] : undefined) ?? operation
}

/** A call that failed, and what may have come of it. */
export interface Failed {
  readonly operation: OperationName
  readonly outcome: Outcome
  /** False for a write, of which a message says whether the request was processed. */
  readonly repeatable: boolean
  readonly requestId?: string | null
  /** The status of a success that has begun; null where none has. */
  readonly status?: number | null
  readonly cause?: unknown
}

/** What is known of a call when its connection fails. */
export interface FailedCall extends Failed {
  readonly redact: Redaction
  readonly signal?: AbortSignal | undefined
}

function describe({ operation, outcome, repeatable }: Failed, what: string): string {
  const done = outcome === 'done' ? 'was processed' : 'may still have been processed'
  if (repeatable || outcome === 'not_done') return `${methodOf(operation)}: ${what}`
  return `${methodOf(operation)}: ${what.replace(/\.$/, '')}; the request ${done}`
}

export function aborted(failed: Failed, cause?: Error): AbortedError {
  return new AbortedError(describe(failed, 'aborted by the caller'), { ...failed, cause })
}

/** Its cause is what the attempt before failed with. */
export function timedOut(failed: Failed): TimeoutError {
  const { status = null } = failed
  const what = status === null ? 'no response in time' : `the response (${status}) did not end in time`
  return new TimeoutError(describe(failed, what), { ...failed, status })
}

/** What a hook throws before an attempt ends the call, which may have done something in the attempts before. */
export function endedByHook(failed: FailedCall, thrown: unknown): AbortedError {
  const cause = copyCause(thrown, failed.redact)
  return new AbortedError(describe(failed, 'ended by the hook beforeRequest'), { ...failed, cause })
}

export function disconnected(failed: Failed, what: string, cause?: Error): ConnectionError {
  const [systemCode = null] = codesOf(cause)
  const { status = null } = failed
  const message = describe(failed, systemCode === null ? what : `${what} (${systemCode})`)
  return new ConnectionError(message, { ...failed, systemCode, status, cause })
}

/** What a call throws whose connection failed, or whose response broke off. */
export function toError(thrown: unknown, call: FailedCall): EntityScreeningError {
  const { redact, signal, status = null } = call
  if (EntityScreeningError.is(thrown)) return thrown
  if (signal?.aborted) return aborted(call, copyCause(signal.reason, redact))
  const what = status === null ? 'no response, the connection failed' : `the response (${status}) broke off`
  return disconnected(call, what, copyCause(thrown, redact))
}

/** Causes may go round in circles. */
const deepest = 8

/**
 * A copy of what a runtime or another library threw: names, codes and messages, without the key. What else hangs on it, such as
 * the request with its headers, stays behind.
 */
export function copyCause(thrown: unknown, redact?: Redaction): Error | undefined {
  try {
    return copyOf(thrown, redact)
  } catch {
    return new Error('what was thrown cannot be read')
  }
}

function copyOf(thrown: unknown, redact: Redaction | undefined, depth = 0): Error | undefined {
  if (thrown === undefined || thrown === null || depth > deepest) return undefined
  const {
    name = 'Error',
    code,
    message = '',
    errors,
    cause,
  } = isRecord(thrown) ? thrown : { message: thrown }
  // Of the addresses of a host, each failed in its own way.
  const each = Array.isArray(errors) ? errors.map(one => Object(one).message) : []
  const copy = new Error(show([message, ...each].map(String).filter(Boolean).join('; ')))
  copy.name = show(name)
  copy.stack = `${copy.name}: ${copy.message}`
  const inner = copyOf(cause, redact, depth + 1)
  if (inner !== undefined) copy.cause = inner
  return code === undefined
    ? copy
    : Object.assign(copy, { code: typeof code === 'number' ? code : show(code) })

  // Cut when the key is gone: what is left of one is not known again.
  function show(value: unknown): string {
    return (redact?.text(String(value)) ?? String(value)).slice(0, 1000)
  }
}

/** The system's codes for a failure, such as ECONNREFUSED, from wherever the runtime put them; of several failures, those of all. */
export function codesOf(thrown: unknown): string[] {
  const met = new Set([thrown])
  const codes: string[] = []
  // It grows while it is gone through: causes may go round in circles.
  try {
    for (const one of met) {
      if (!isRecord(one)) continue
      const code = codeOf(one)
      if (code !== null) codes.push(code)
      met.add(one.cause)
      if (Array.isArray(one.errors)) for (const each of one.errors) met.add(each)
    }
  } catch {
    codes.push('unreadable')
  }
  return codes
}

/** Where services, gateways and clouds put the id by which they find a request in their logs. */
const requestIds = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray']

/** What an error keeps of the head of a response. */
export function headOf({ status, headers }: Pick<Response, 'status' | 'headers'>, redact: Redaction) {
  const given = requestIds.map(name => headers.get(name)).find(Boolean)
  const requestId = given ? redact.text(given) : null
  return { status, headers: redactHeaders(headers, redact), requestId }
}

export function unreadable(
  operation: OperationName,
  head: Pick<ResponseValidationError, 'status'> & Origin,
  raw: unknown,
  issues: readonly Issue[],
): ResponseValidationError {
  const message = describeUnreadable(operation, head.status, issues)
  return new ResponseValidationError(message, { ...head, operation, raw, issues })
}

export function describeUnreadable(operation: string, status: number, issues: readonly Issue[]): string {
  return `${methodOf(operation)}: the response (${status}) cannot be read: ${formatIssues(issues, 'the body')}`
}

export function invalidInput(operation: string, issues: readonly Issue[]): InputValidationError {
  const code = issues.some(isRowLimit) ? 'row_limit' : 'invalid_input'
  const message = `${methodOf(operation)}: ${formatIssues(issues, 'the input')}`
  return new InputValidationError(message, { operation, code, issues })
}

/** More rows than one bulk request may carry (specification: Limits). */
function isRowLimit({ path, message }: Issue): boolean {
  return path.length === 1 && path[0] === 'rows' && message === rowLimit
}

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  429: RateLimitError,
}

/** The error class for a status, with what the body says (specification: Errors). */
export function apiError(failed: FailedCall, status: number, text: string, given: Headers): ApiError {
  const { operation, outcome, redact } = failed
  const head = headOf({ status, headers: given }, redact)
  const { body: parsed, isJson } = parseBody(text)
  const body = redact.value(parsed)
  const { error, message, reason: because } = isRecord(body) ? body : {}
  // The service's own sentence, or what stands in its place.
  const reason = [error, message, because].find(isText) ?? null
  const what = reason?.slice(0, 1000).toWellFormed() ?? describeForeignBody(head, text, isJson)
  // A key of digits alone would be a number too.
  const retryAfter = readRetryAfter(head.headers.get('retry-after') ?? '', Date.now())
  const ErrorClass = byStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  const details = { ...head, operation, outcome, body, reason, retryAfter }
  return new ErrorClass(describe(failed, `${status} ${what}`), details)
}

function describeForeignBody({ status, headers }: ReturnType<typeof headOf>, text: string, isJson: boolean) {
  if (status >= 300 && status < 400) return 'a redirect, which is not followed: the key would go with it'
  if (text === '') return 'with an empty body'
  const type = headers.get('content-type') ?? 'no content type'
  return isJson ? 'without a reason' : `with a body that is not the service's (${type})`
}
