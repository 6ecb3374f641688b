import { formatIssues, type Issue } from '../contract/issues.ts'
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

/** A failed call, as its error describes it. */
export interface FailedCall extends CalledMethod {
  readonly outcome: Outcome
  /** Whether the request may be repeated. If not, the message states whether the request was processed. */
  readonly repeatable: boolean
  readonly requestId?: string | null
  /** The status of a success whose body was not read completely; null if there is none. */
  readonly status?: number | null
  /** The error of the previous attempt. */
  readonly cause?: unknown
  readonly redact?: Redaction
  readonly signal?: AbortSignal | undefined
}

function describeFailure({ methodName, outcome, repeatable }: FailedCall, problem: string): string {
  const done = outcome === 'done' ? 'was processed' : 'may still have been processed'
  if (repeatable || outcome === 'not_done') return `${methodName}: ${problem}`
  return `${methodName}: ${problem.replace(/\.$/, '')}; the request ${done}`
}

/** Creates the error for a call that was ended by its signal or by a hook. */
export function createAbortedError(
  failed: FailedCall,
  problem = 'aborted by the caller',
  reason: unknown = failed.signal?.reason,
): AbortedError {
  const { operation, outcome, requestId, redact } = failed
  const cause = copyCause(reason, redact?.text)
  return new AbortedError(describeFailure(failed, problem), { operation, outcome, requestId, cause })
}

/**
 * Creates the error for a call that exceeded a time limit.
 *
 * @param code - The code of the runtime's own time limit, if that was exceeded.
 */
export function createTimeoutError(failed: FailedCall, code?: string): TimeoutError {
  const { operation, outcome, requestId, status = null, cause } = failed
  const problem = status === null ? 'no response in time' : `the response (${status}) did not end in time`
  const message = describeFailure(failed, code === undefined ? problem : `${problem} (${code})`)
  return new TimeoutError(message, { operation, outcome, requestId, status, cause })
}

/**
 * Wraps an error of another call, because its outcome is not the outcome of this call. A caller's `fetch` or a body may throw it.
 */
export function toForeignError(thrown: unknown): unknown {
  return EntityScreeningError.is(thrown) ? new Error(thrown.message, { cause: thrown }) : thrown
}

/** The codes of Node's own time limits of 300 seconds: for the head of a response, and between two chunks of its body. */
const runtimeTimeouts = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** Converts an error of a connection to an error of this package. Returns errors of the package unchanged. */
export function toError(thrown: unknown, failed: FailedCall, description?: string): EntityScreeningError {
  const { operation, outcome, requestId, status = null, redact, signal } = failed
  // The reason of an abort may be the error of another call with another outcome.
  const isReason = signal?.aborted === true && thrown === signal.reason
  if (EntityScreeningError.is(thrown) && !isReason) return thrown
  if (signal?.aborted) return createAbortedError(failed)
  const cause = copyCause(thrown, redact?.text)
  const codes = codesOf(cause)
  const timeout = codes.find(code => runtimeTimeouts.includes(code))
  if (timeout !== undefined) return createTimeoutError({ ...failed, cause }, timeout)
  const [systemCode = null] = codes
  const broke = status === null ? 'no response, the connection failed' : `the response (${status}) broke off`
  const reason = systemCode ?? innermostMessage(cause)
  const problem = (description ?? broke) + (reason === '' ? '' : ` (${reason})`)
  const details = { operation, outcome, requestId, status, systemCode, cause }
  return new ConnectionError(describeFailure(failed, problem), details)
}

/** The headers in which services, gateways and clouds return the id of a request in their logs. */
const requestIds = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray']

/** Returns the parts of a response's head that an error keeps, with the key redacted. */
export function describeHead({ status, headers }: Pick<Response, 'status' | 'headers'>, redact: Redaction) {
  const requestIdHeader = requestIds.map(name => headers.get(name)).find(Boolean)
  const requestId = requestIdHeader ? redact.text(requestIdHeader) : null
  return { status, headers: redactHeaders(headers, redact), requestId }
}

/** Creates the error for a response with a success status whose body cannot be read. */
export function createUnreadableResponseError(
  { operation, methodName }: CalledMethod,
  head: Pick<ReturnType<typeof describeHead>, 'status'> & Partial<ReturnType<typeof describeHead>>,
  raw: unknown,
  issues: readonly Issue[],
): ResponseValidationError {
  const details = { operation, outcome: 'done', headers: new Headers(), ...head, raw, issues } as const
  return new ResponseValidationError(describeUnreadable(methodName, head.status, issues), details)
}

/** Creates the error for a fault of the client itself while it read a success. */
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

/** The function that was called: its name, or a method of the client. */
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

/** Creates the error for an error status, with the error text of the body. */
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
  // `error` is documented; `message` and `reason` are used by gateways.
  const reason = [error, message, because].find(isString) ?? null
  const problem =
    reason?.slice(0, 1000).toWellFormed() ?? (isJson ? 'without a reason' : describeForeignBody(head, text))
  // Read from the redacted headers, because a key of digits would be a number too.
  const retryAfter = readRetryAfter(head.headers.get('retry-after') ?? '', Date.now())
  const ErrorClass = classByStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  const details = { ...head, operation, outcome, body, reason, retryAfter }
  return new ErrorClass(describeFailure(failed, `${status} ${problem}`), details)
}

function describeForeignBody({ status, headers }: ReturnType<typeof describeHead>, text: string) {
  if (status >= 300 && status < 400 && status !== 304)
    return 'a redirect, which is not followed: the key would go with it'
  const type = text === '' ? 'it is empty' : (headers.get('content-type') ?? 'no content type')
  return `with a body that is not the service's (${type})`
}
