import { isHTTPError, isTimeoutError } from 'ky'
import { isRecord, parseJson } from '../contract/json.ts'
import { HookFailure } from './attempts/hook-failure.ts'
import { failureCode } from './attempts/never-sent.ts'
import { readRetryAfter } from './attempts/retry-after.ts'
import { ApiError } from './errors/ApiError.ts'
import { AuthenticationError } from './errors/AuthenticationError.ts'
import { BadRequestError } from './errors/BadRequestError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { PermissionDeniedError } from './errors/PermissionDeniedError.ts'
import { RateLimitError } from './errors/RateLimitError.ts'
import { ServerError } from './errors/ServerError.ts'
import { aborted, describe, disconnected, type Failed, timedOut } from './make-error.ts'
import type { Redaction } from './secrecy/redact.ts'

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  429: RateLimitError,
}

/** A body as JSON, or as its text where it is none. */
export function parseBody(text: string): { readonly body: unknown; readonly isJson: boolean } {
  try {
    return { body: parseJson(text), isJson: true }
  } catch {
    return { body: text, isJson: false }
  }
}

/** The error class for a status, with what the body says (specification: Errors). */
export function apiError(
  failed: Failed & { readonly redact: Redaction },
  status: number,
  text: string,
  headers: Headers,
): ApiError {
  const { operation, outcome, redact } = failed
  const { body, isJson } = parseBody(text)
  const shown = isJson ? redact.value(body) : redact.text(text)
  const reason = reasonOf(shown)
  const contentType = redact.text(headers.get('content-type') ?? 'no content type')
  const details = {
    operation,
    status,
    body: shown,
    reason,
    // A key of digits alone would be a number too.
    retryAfter: readRetryAfter(redact.text(headers.get('retry-after') ?? ''), Date.now()),
    outcome,
  }
  const ErrorClass = byStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  const what = reason ?? describeForeignBody(status, text, isJson, contentType)
  return new ErrorClass(describe(failed, `${status} ${what}`), details)
}

/** The service's own sentence, or what stands in its place. */
function reasonOf(body: unknown): string | null {
  if (!isRecord(body)) return null
  const { error, message, reason } = body
  const said = [error, message, reason].find(value => typeof value === 'string')
  return typeof said === 'string' ? said : null
}

function describeForeignBody(status: number, text: string, isJson: boolean, contentType: string): string {
  if (status >= 300 && status < 400) return 'a redirect, which is not followed: the key would go with it'
  if (text === '') return 'with an empty body'
  return isJson ? 'without a reason' : `with a body that is not the service's (${contentType})`
}

/** What is known of a call when it fails. */
export interface FailedCall extends Failed {
  readonly redact: Redaction
  readonly signal: AbortSignal | undefined
  /** The status of a response whose body broke off; null where none had begun. */
  readonly status: number | null
}

/** What a failed call throws. Errors of ky never get out, not even as a cause: they hold the request, and with it the key. */
export function toError(error: unknown, call: FailedCall): unknown {
  const { redact, signal, status } = call
  if (EntityScreeningError.is(error)) return error
  if (error instanceof HookFailure) return error.thrown
  if (signal?.aborted) return aborted(call)
  if (isTimeoutError(error)) return timedOut(call, status)
  if (isHTTPError(error)) {
    const { response, data } = error
    if (response.type === 'opaqueredirect') return disconnected(call, 'redirected, which is not followed')
    const text = typeof data === 'string' ? data : ''
    return apiError(call, response.status, text, response.headers)
  }
  const code = failureCode(error)
  const shown = code === null ? null : redact.text(code)
  const what = status === null ? 'no response, the connection failed' : `the response (${status}) broke off`
  return disconnected(call, shown === null ? what : `${what} (${shown})`, shown, status)
}
