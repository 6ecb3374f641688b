import { formatIssues, type Issue } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { rowLimit } from '../contract/values.ts'
import { isRecord, isText } from '../shared/json.ts'
import { parseBody } from './body.ts'
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
import { type Outcome, readRetryAfter } from './outcome.ts'
import { type Redaction, redactHeaders } from './redact.ts'

/** A call that failed, and what is known of it. */
export interface FailedCall {
  readonly operation: OperationName
  readonly outcome: Outcome
  /** False for a write, of which a message says whether the request was processed. */
  readonly repeatable: boolean
  readonly requestId?: string | null
  /** The status of a success that has begun; null where none has. */
  readonly status?: number | null
  /** What the attempt before failed with. */
  readonly cause?: unknown
  readonly redact?: Redaction
  readonly signal?: AbortSignal | undefined
}

function describe({ operation, outcome, repeatable }: FailedCall, what: string): string {
  const done = outcome === 'done' ? 'was processed' : 'may still have been processed'
  if (repeatable || outcome === 'not_done') return `${operation}: ${what}`
  return `${operation}: ${what.replace(/\.$/, '')}; the request ${done}`
}

/** The call has been ended by its signal; or by a hook, which may have come after attempts that did something. */
export function aborted(
  failed: FailedCall,
  what = 'aborted by the caller',
  reason: unknown = failed.signal?.reason,
): AbortedError {
  const { operation, outcome, requestId, redact } = failed
  const cause = copyCause(reason, redact?.text)
  return new AbortedError(describe(failed, what), { operation, outcome, requestId, cause })
}

/** @param code - The code of the runtime's own time limit, if that ended the attempt. */
export function timedOut(failed: FailedCall, code?: string): TimeoutError {
  const { operation, outcome, requestId, status = null, cause } = failed
  const what = status === null ? 'no response in time' : `the response (${status}) did not end in time`
  const message = describe(failed, code === undefined ? what : `${what} (${code})`)
  return new TimeoutError(message, { operation, outcome, requestId, status, cause })
}

/**
 * What other code threw: a fetch, a body. If that is an error of another call, it is only a cause: its outcome is not that of this
 * call.
 */
export function toForeignError(thrown: unknown): unknown {
  return EntityScreeningError.is(thrown) ? new Error(thrown.message, { cause: thrown }) : thrown
}

/** Node's own limits, 300 seconds each: for the head of a response, and between two pieces of its body. */
const runtimeTimeouts = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** What a call throws whose connection failed, or whose response broke off. */
export function toError(thrown: unknown, failed: FailedCall, said?: string): EntityScreeningError {
  const { operation, outcome, requestId, status = null, redact, signal } = failed
  // The reason of an abort may be the error of another call, with that call's outcome.
  const isReason = signal?.aborted === true && thrown === signal.reason
  if (EntityScreeningError.is(thrown) && !isReason) return thrown
  if (signal?.aborted) return aborted(failed)
  const cause = copyCause(thrown, redact?.text)
  const codes = codesOf(cause)
  const timeout = codes.find(code => runtimeTimeouts.includes(code))
  if (timeout !== undefined) return timedOut({ ...failed, cause }, timeout)
  const [systemCode = null] = codes
  const broke = status === null ? 'no response, the connection failed' : `the response (${status}) broke off`
  const reason = systemCode ?? innermostMessage(cause)
  const what = (said ?? broke) + (reason === '' ? '' : ` (${reason})`)
  const details = { operation, outcome, requestId, status, systemCode, cause }
  return new ConnectionError(describe(failed, what), details)
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
  head: Pick<ReturnType<typeof headOf>, 'status'> & Partial<ReturnType<typeof headOf>>,
  raw: unknown,
  issues: readonly Issue[],
): ResponseValidationError {
  const details = { operation, outcome: 'done', headers: new Headers(), ...head, raw, issues } as const
  return new ResponseValidationError(describeUnreadable(operation, head.status, issues), details)
}

/** A fault of the client while it read a success: the error has no issues of the response. */
export function clientFailed(
  operation: OperationName,
  head: ReturnType<typeof headOf>,
  raw: unknown,
  cause: Error | undefined,
): ResponseValidationError {
  const message = `${operation}: the client failed to read the response (${head.status}): please report this with its cause`
  return new ResponseValidationError(message, { operation, outcome: 'done', ...head, raw, issues: [], cause })
}

export function describeUnreadable(operation: string, status: number, issues: readonly Issue[]): string {
  return `${operation}: the response (${status}) cannot be read: ${formatIssues(issues, 'the body')}`
}

export function invalidInput(operation: string, issues: readonly Issue[]): InputValidationError {
  const code = issues.some(issue => issue.message === rowLimit) ? 'row_limit' : 'invalid_input'
  const message = `${operation}: ${formatIssues(issues, 'the input')}`
  return new InputValidationError(message, { operation, outcome: 'not_done', code, issues })
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
  failed: FailedCall & { readonly redact: Redaction },
  status: number,
  text: string,
  given: Headers,
): ApiError {
  const { operation, outcome, redact } = failed
  const head = headOf({ status, headers: given }, redact)
  const { body: parsed, isJson } = parseBody(text)
  const body = redact.value(parsed)
  const { error, message, reason: because } = isRecord(body) ? body : {}
  // The service's own sentence, or what stands in its place.
  const reason = [error, message, because].find(isText) ?? null
  const what =
    reason?.slice(0, 1000).toWellFormed() ?? (isJson ? 'without a reason' : describeForeignBody(head, text))
  // A key of digits alone would be a number too.
  const retryAfter = readRetryAfter(head.headers.get('retry-after') ?? '', Date.now())
  const ErrorClass = byStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  const details = { ...head, operation, outcome, body, reason, retryAfter }
  return new ErrorClass(describe(failed, `${status} ${what}`), details)
}

function describeForeignBody({ status, headers }: ReturnType<typeof headOf>, text: string) {
  if (status >= 300 && status < 400 && status !== 304)
    return 'a redirect, which is not followed: the key would go with it'
  const type = text === '' ? 'it is empty' : (headers.get('content-type') ?? 'no content type')
  return `with a body that is not the service's (${type})`
}
