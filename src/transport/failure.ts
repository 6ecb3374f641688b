import { isHTTPError, isTimeoutError } from 'ky'
import { isRecord } from '../contract/json.ts'
import type { OperationName } from '../contract/operations.ts'

import { AbortedError } from './errors/AbortedError.ts'
import { ApiError, type ApiErrorDetails } from './errors/ApiError.ts'
import { AuthenticationError } from './errors/AuthenticationError.ts'
import { BadRequestError } from './errors/BadRequestError.ts'
import { ConnectionError } from './errors/ConnectionError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { PermissionDeniedError } from './errors/PermissionDeniedError.ts'
import { RateLimitError } from './errors/RateLimitError.ts'
import { ServerError } from './errors/ServerError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { failureCode } from './retry.ts'

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
    return { body: JSON.parse(text), isJson: true }
  } catch {
    return { body: text, isJson: false }
  }
}

/** The error class for a status, with what the body says (specification: Errors). */
export function apiError(operation: OperationName, status: number, text: string, headers: Headers): ApiError {
  const { body } = parseBody(text)
  const details: ApiErrorDetails = {
    operation,
    status,
    body,
    reason: isRecord(body) && typeof body.error === 'string' ? body.error : null,
    fallback: describeForeignBody(status, text, headers),
    retryAfter: headers.get('retry-after'),
  }
  const ErrorClass = byStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  return new ErrorClass(details)
}

function describeForeignBody(status: number, text: string, headers: Headers): string {
  if (status >= 300 && status < 400) return 'a redirect, which is not followed: the key would go with it'
  if (text === '') return 'with an empty body'
  return `with a body that is not the service's (${headers.get('content-type') ?? 'no content type'})`
}

/**
 * What a failed call throws. Errors of ky never get out, not even as a cause: they hold the request, and with it the key.
 */
export function toError(
  error: unknown,
  operation: OperationName,
  redact: (text: string) => string,
  signal: AbortSignal | undefined,
): unknown {
  if (EntityScreeningError.is(error)) return error
  if (signal?.aborted) return new AbortedError(operation)
  if (isTimeoutError(error)) return new TimeoutError(operation)
  if (isHTTPError(error)) {
    const { response, data } = error
    if (response.type === 'opaqueredirect')
      return new ConnectionError(operation, 'redirected, which is not followed')
    return apiError(
      operation,
      response.status,
      redact(typeof data === 'string' ? data : ''),
      response.headers,
    )
  }
  const code = failureCode(error)
  return new ConnectionError(
    operation,
    `no answer, the connection failed${code === null ? '' : ` (${code})`}`,
    code,
  )
}
