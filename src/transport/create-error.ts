import { formatIssues, type Issue } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { rowLimit } from '../contract/values.ts'
import { isRecord } from '../shared/json.ts'
import { parseBody } from './body.ts'
import { copyCause, failureCode } from './cause.ts'
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

/** The method that a message begins with; what is no operation is called by its own name. */
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
}

/** What is known of a call when its connection fails. */
export interface FailedCall extends Failed {
  readonly redact: Redaction
  readonly signal: AbortSignal | undefined
  /** The status of a response whose body broke off; null where none had begun. */
  readonly status: number | null
  /** What the attempt before failed with. */
  readonly failure?: unknown
}

function describe({ operation, outcome, repeatable }: Failed, what: string): string {
  const done = outcome === 'done' ? 'was processed' : 'may still have been processed'
  if (repeatable || outcome === 'not_done') return `${methodOf(operation)}: ${what}`
  return `${methodOf(operation)}: ${what.replace(/\.$/, '')}; the request ${done}`
}

export function aborted(failed: Failed, cause?: Error): AbortedError {
  return new AbortedError(describe(failed, 'aborted by the caller'), { ...failed, cause })
}

/** @param status - That of a response that did not end; null where none came. */
export function timedOut(
  failed: Failed & { readonly failure?: unknown },
  status: number | null,
): TimeoutError {
  const what = status === null ? 'no response' : `the response (${status}) did not end`
  const details = { ...failed, status, cause: failed.failure }
  return new TimeoutError(describe(failed, `${what} in time`), details)
}

/** What a hook throws before an attempt ends the call, which may have done something in the attempts before. */
export function endedByHook(failed: FailedCall, hook: string, thrown: unknown): AbortedError {
  const cause = copyCause(thrown, failed.redact)
  return new AbortedError(describe(failed, `ended by the hook ${hook}`), { ...failed, cause })
}

export function disconnected(
  failed: Failed,
  what: string,
  details: Partial<Pick<ConnectionError, 'systemCode' | 'status' | 'cause'>> = {},
): ConnectionError {
  const { systemCode = null, status = null, cause } = details
  return new ConnectionError(describe(failed, what), { ...failed, systemCode, status, cause })
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

/** @param operation - An operation, or what else was called. */
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
export function apiError(
  failed: Failed & { readonly redact: Redaction },
  status: number,
  text: string,
  headers: Headers,
): ApiError {
  const { operation, outcome, redact } = failed
  const { body: parsed, isJson } = parseBody(text)
  const body = isJson ? redact.value(parsed) : redact.text(text)
  const reason = reasonOf(body)
  // A key of digits alone would be a number too.
  const retryAfter = readRetryAfter(redact.text(headers.get('retry-after') ?? ''), Date.now())
  const ErrorClass = byStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  const contentType = redact.text(headers.get('content-type') ?? 'no content type')
  const what = reason ?? describeForeignBody(status, text, isJson, contentType)
  const details = { ...headOf({ status, headers }, redact), operation, outcome, body, reason, retryAfter }
  return new ErrorClass(describe(failed, `${status} ${what}`), details)
}

/** The service's own sentence, or what stands in its place. */
function reasonOf(body: unknown): string | null {
  if (!isRecord(body)) return null
  const { error, message, reason } = body
  return [error, message, reason].find(value => typeof value === 'string') ?? null
}

function describeForeignBody(status: number, text: string, isJson: boolean, contentType: string): string {
  if (status >= 300 && status < 400) return 'a redirect, which is not followed: the key would go with it'
  if (text === '') return 'with an empty body'
  return isJson ? 'without a reason' : `with a body that is not the service's (${contentType})`
}

/** What a call throws whose connection failed, or whose response broke off. */
export function toError(thrown: unknown, call: FailedCall): EntityScreeningError {
  const { redact, signal, status } = call
  if (EntityScreeningError.is(thrown)) return thrown
  if (signal?.aborted) return aborted(call, copyCause(signal.reason, redact))
  const cause = copyCause(thrown, redact)
  const systemCode = failureCode(cause)
  const what = status === null ? 'no response, the connection failed' : `the response (${status}) broke off`
  const details = { systemCode, status, cause }
  return disconnected(call, systemCode === null ? what : `${what} (${systemCode})`, details)
}
