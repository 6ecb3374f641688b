import { formatIssues, type Issue } from '../contract/issues.ts'
import { requestIdHeaders } from '../contract/response-headers.ts'
import { rowLimit } from '../contract/values.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { isRecord, isString } from '../shared/json.ts'
import { type Outcome, readRetryAfter } from './attempts/outcome.ts'
import { codesOf, copyCause, innermostMessage } from './copy-cause.ts'
import { AbortedError } from './errors/AbortedError.ts'
import { ApiError } from './errors/ApiError.ts'
import { AuthenticationError } from './errors/AuthenticationError.ts'
import { BadRequestError } from './errors/BadRequestError.ts'
import { ConnectionError } from './errors/ConnectionError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { InputValidationError } from './errors/InputValidationError.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { PermissionDeniedError } from './errors/PermissionDeniedError.ts'
import { RateLimitError } from './errors/RateLimitError.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { ServerError } from './errors/ServerError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { type Redaction, redactHeaders } from './redact.ts'
import { parseBody } from './response/parse-body.ts'

/** The facts about a failed call that an error needs. */
export interface FailedCall extends CalledMethod {
  readonly outcome: Outcome
  /** Whether the request may be repeated. If not, the message states whether the request was processed. */
  readonly repeatable: boolean
  /** The base URL without its scheme: a host with its path, or a path alone; undefined for a wait. */
  readonly host?: string
  readonly requestId?: string | null
  /** The status of a success response whose body was not read completely; null if there is no such response. */
  readonly status?: number | null
  /** The error of the previous attempt. */
  readonly cause?: unknown
  readonly redact?: Redaction | undefined
  readonly signal?: AbortSignal | undefined
}

function describeWithOutcome({ methodName, outcome, repeatable }: FailedCall, problem: string): string {
  const done = outcome === 'done' ? 'was processed' : 'may still have been processed'
  if (repeatable || outcome === 'not_done') return `${methodName}: ${problem}`
  return `${methodName}: ${problem.replace(/\.$/, '')}; the request ${done}`
}

/** Creates the error for a call that was aborted by its signal or by a hook. */
export function createAbortedError(
  failed: FailedCall,
  problem = 'aborted by its signal',
  reason: unknown = failed.signal?.reason,
): AbortedError {
  const { operation, outcome, requestId, redact } = failed
  const cause = copyCause(reason, redact?.text)
  return new AbortedError(describeWithOutcome(failed, problem), { operation, outcome, requestId, cause })
}

/**
 * Creates the error for a call that exceeded a time limit.
 *
 * @param limit - The limit, such as `within 30000 ms (timeout)`.
 * @param overdue - What a response that has begun did not do.
 */
export function createTimeoutError(failed: FailedCall, limit: string, overdue = 'end'): TimeoutError {
  const { operation, outcome, requestId, status = null, cause } = failed
  const problem = status === null ? 'no response' : `the response (${status}) did not ${overdue}`
  const message = describeWithOutcome(failed, `${problem} ${limit}`)
  return new TimeoutError(message, { operation, outcome, requestId, status, cause })
}

/**
 * Wraps an error of this package that the caller's `fetch` or the body threw. That error belongs to another call, so its
 * `outcome` does not apply to this call.
 */
export function toForeignError(thrown: unknown): unknown {
  return EntityScreeningError.is(thrown) ? new Error(thrown.message, { cause: thrown }) : thrown
}

/**
 * The system codes of Node's own time limits: 300 seconds until the response headers, and 300 seconds between two chunks of the
 * body.
 */
const runtimeTimeouts = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** Converts a connection error to an error of this package. Returns errors of this package unchanged. */
export function toError(thrown: unknown, failed: FailedCall, description?: string): EntityScreeningError {
  const { operation, outcome, host, requestId, status = null, redact, signal } = failed
  // The abort reason may be an error from another call, whose outcome does not apply to this call.
  const isReason = signal?.aborted === true && thrown === signal.reason
  if (EntityScreeningError.is(thrown) && !isReason) return thrown
  if (signal?.aborted) return createAbortedError(failed)
  const cause = copyCause(thrown, redact?.text)
  const codes = codesOf(cause)
  const timeout = codes.find(code => runtimeTimeouts.includes(code))
  if (timeout !== undefined) return createTimeoutError({ ...failed, cause }, `in time (${timeout})`)
  const [systemCode = null] = codes
  const from = host === undefined ? '' : ` from ${host}`
  const broke =
    status === null ? `no response${from}, the connection failed` : `the response (${status}) broke off`
  const reason = systemCode ?? innermostMessage(cause)
  const problem =
    (description ?? broke) + (reason === '' ? '' : ` (${reason})`) + adviseOn(failed, systemCode)
  const details = { operation, outcome, requestId, status, systemCode, cause }
  return new ConnectionError(describeWithOutcome(failed, problem), details)
}

function adviseOn({ host, status }: FailedCall, systemCode: string | null): string {
  if (systemCode === 'ERR_SSL_WRONG_VERSION_NUMBER') return ': the port does not speak https'
  // Browsers have no system codes, so a path with a code was called in the simulated page of a test.
  const isUnserved = systemCode !== null && (status ?? null) === null && host?.startsWith('/')
  return isUnserved ? `: is a handler or proxy mounted at ${host}?` : ''
}

/** Returns the request id in the headers of a response, with the key redacted; null if there is none, or no response. */
export function readRequestId(headers: Headers | null, redact: Redaction): string | null {
  for (const name of requestIdHeaders) {
    const requestId = headers?.get(name)
    if (requestId) return redact.text(requestId)
  }
  return null
}

/** Returns the status, headers and request id that an error stores, with the key redacted. */
export function describeHead({ status, headers }: Pick<Response, 'status' | 'headers'>, redact: Redaction) {
  return { status, headers: redactHeaders(headers, redact), requestId: readRequestId(headers, redact) }
}

/** Creates the error for a success response with an unreadable body. */
export function createUnreadableResponseError(
  { operation, methodName }: CalledMethod,
  head: Pick<ReturnType<typeof describeHead>, 'status'> & Partial<ReturnType<typeof describeHead>>,
  raw: unknown,
  issues: readonly Issue[],
): ResponseValidationError {
  const details = { operation, outcome: 'done', headers: new Headers(), ...head, raw, issues } as const
  return new ResponseValidationError(describeUnreadable(methodName, head.status, issues), details)
}

/** Creates the error for an internal failure of the client while it reads a success response. */
export function createClientFailure(
  { operation, methodName }: CalledMethod,
  head: ReturnType<typeof describeHead>,
  raw: unknown,
  cause: Error | undefined,
): ResponseValidationError {
  const message = `${methodName}: the client failed to read the response (${head.status}): please report this with its cause`
  return new ResponseValidationError(message, { operation, outcome: 'done', ...head, raw, issues: [], cause })
}

export function describeUnreadable(methodName: string, status: number, issues: readonly Issue[]): string {
  return `${methodName}: the response (${status}) cannot be read: ${formatIssues(issues, 'the body')}`
}

/** The called function: a function name, or a client method with its operation. */
export type Callee = string | CalledMethod<string>

/** Creates the error for an invalid input. */
export function createInputError(callee: Callee, issues: readonly Issue[]): InputValidationError {
  const code = issues.some(issue => issue.message === rowLimit) ? 'row_limit' : 'invalid_input'
  const { operation, methodName } = isString(callee) ? { operation: callee, methodName: callee } : callee
  const message = `${methodName}: ${formatIssues(issues, 'the input')}`
  return new InputValidationError(message, { operation, outcome: 'not_done', code, issues })
}

const classByStatus: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  429: RateLimitError,
}

/** Creates the error for an error status, with the error text from the body. */
export function createApiError(
  failed: FailedCall & { readonly redact: Redaction },
  status: number,
  text: string,
  responseHeaders: Headers,
): ApiError {
  const { operation, outcome, redact } = failed
  const head = describeHead({ status, headers: responseHeaders }, redact)
  const { body: parsed, isJson } = parseBody(text)
  const body = redact.inPlace(parsed)
  const { error, message, reason: because } = isRecord(body) ? body : {}
  // The service's documented field is `error`; gateways use `message` and `reason`.
  const reason = [error, message, because].find(isString) ?? null
  const problem =
    reason?.slice(0, 1000).toWellFormed() ??
    (isJson ? 'without a reason' : describeForeignBody(failed, head, text))
  // Reads Retry-After from the redacted headers, because an API key that consists of digits and is echoed by the service could
  // otherwise be read as a delay.
  const retryAfter = readRetryAfter(head.headers.get('retry-after') ?? '', Date.now())
  const ErrorClass = classByStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  const details = { ...head, operation, outcome, body, reason, retryAfter }
  return new ErrorClass(describeWithOutcome(failed, `${status} ${problem}`), details)
}

function describeForeignBody(
  { host }: FailedCall,
  { status, headers }: ReturnType<typeof describeHead>,
  text: string,
) {
  if (status >= 300 && status < 400 && status !== 304)
    return 'a redirect, which is not followed: the key would go with it'
  // A body that is too large, and too many requests, are no sign of a wrong address.
  const advice =
    status === 413 || status === 429
      ? ''
      : `: check baseUrl (${host}), and that the service, mock or proxy runs`
  return `with a body that is not the service's (${describeContent(headers, text)})${advice}`
}

/** Describes a body that is not JSON by its content type. */
export function describeContent(headers: Headers, text: string): string {
  return text === '' ? 'it is empty' : (headers.get('content-type') ?? 'no content type')
}
