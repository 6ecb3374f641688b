import type { OperationName } from '../../contract/operations.ts'
import type { ErrorCode } from '../error-codes.ts'
import { formatOutcome, type Outcome } from '../outcome.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** What an error status came with; the API key is struck out wherever it stood. */
export interface ApiErrorDetails {
  readonly operation: OperationName
  /** The HTTP status. */
  readonly status: number
  /** The body: parsed where it is JSON, else its text. */
  readonly body: unknown
  /** The service's own sentence, or null where the body is not the service's. */
  readonly reason: string | null
  /** What the message says in place of a reason. */
  readonly fallback: string
  /** The Retry-After header, as it came. */
  readonly retryAfter: string | null
  readonly outcome: Outcome
}

/** The service, or something before it, answered with an error (specification: Errors). */
export class ApiError extends EntityScreeningError {
  protected static override readonly kind: string = 'ApiError'
  override readonly name: string = 'ApiError'
  override readonly code: ErrorCode = 'http_error'
  readonly operation: OperationName
  readonly status: number
  readonly body: unknown
  /** The service's own sentence; null where the body is no error of the service, such as a proxy's HTML. */
  readonly reason: string | null

  constructor({ operation, status, body, reason, fallback, outcome }: ApiErrorDetails) {
    super(`${operation}: ${status} ${reason ?? fallback}${formatOutcome(operation, outcome)}`, outcome)
    this.operation = operation
    this.status = status
    this.body = body
    this.reason = reason
  }
}
