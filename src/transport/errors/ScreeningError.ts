import type { AbortedError } from './AbortedError.ts'
import type { ApiError } from './ApiError.ts'
import type { AuthenticationError } from './AuthenticationError.ts'
import type { BadRequestError } from './BadRequestError.ts'
import type { ConnectionError } from './ConnectionError.ts'
import type { InputValidationError } from './InputValidationError.ts'
import type { NotFoundError } from './NotFoundError.ts'
import type { PermissionDeniedError } from './PermissionDeniedError.ts'
import type { PossibleDuplicateError } from './PossibleDuplicateError.ts'
import type { RateLimitError } from './RateLimitError.ts'
import type { ResponseValidationError } from './ResponseValidationError.ts'
import type { ServerError } from './ServerError.ts'
import type { TimeoutError } from './TimeoutError.ts'
import type { WaitTimeoutError } from './WaitTimeoutError.ts'

/**
 * The union of all errors of the client, discriminated by `code` or `name`. `EntityScreeningError.is` narrows
 * a value to this type.
 *
 * @example
 * const failure: unknown = await client.entities.network('no-such-entity').catch(error => error)
 * if (EntityScreeningError.is(failure) && failure.code === 'not_found') console.error(failure.status, failure.reason)
 */
export type ScreeningError =
  | AbortedError
  | AuthenticationError
  | BadRequestError
  | ConnectionError
  | InputValidationError
  | NotFoundError
  | PermissionDeniedError
  | PossibleDuplicateError
  | RateLimitError
  | ResponseValidationError
  | ServerError
  | TimeoutError
  | WaitTimeoutError
  | (ApiError & { readonly name: 'ApiError'; readonly code: 'http_error'; readonly status: number })
