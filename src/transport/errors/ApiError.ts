import type { OperationName } from '../../contract/operations.ts'
import type { ErrorCode } from '../error-codes.ts'
import { formatOutcome, type Outcome } from '../outcome.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** What an error status came with; the API key is struck out wherever it stood (specification: Errors). */
export interface ApiErrorDetails {
  /** The operation that was called. */
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
  /** Whether the work was done all the same. */
  readonly outcome: Outcome
}

/**
 * The service, or something before it, answered with an error (specification: Errors). Statuses that have no class of their
 * own, such as 405, have the code `http_error`.
 *
 * @example
 * try {
 *   await client.entities.rescan(id)
 * } catch (error) {
 *   if (!ApiError.is(error)) throw error
 *   console.error(`${error.status}: ${error.reason ?? 'not an answer of the service'}`)
 * }
 */
export class ApiError extends EntityScreeningError {
  protected static override readonly kind: string = 'ApiError'
  override readonly name: string = 'ApiError'
  override readonly code: ErrorCode = 'http_error'
  /** The operation that was called. */
  readonly operation: OperationName
  /** The HTTP status; for a success whose body says that it is none, the `statusCode` of that body. */
  readonly status: number
  /** The body: parsed where it is JSON, else its text. */
  readonly body: unknown
  /** The service's own sentence; null where the body is no error of the service, such as a proxy's HTML. */
  readonly reason: string | null

  /**
   * Made by the client; of use to tests that need such an error.
   *
   * @param details - What came with the status.
   */
  constructor({ operation, status, body, reason, fallback, outcome }: ApiErrorDetails) {
    super(`${operation}: ${status} ${reason ?? fallback}${formatOutcome(operation, outcome)}`, outcome)
    this.operation = operation
    this.status = status
    this.body = body
    this.reason = reason
  }
}
