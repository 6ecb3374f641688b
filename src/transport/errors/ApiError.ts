import type { OperationName } from '../../contract/operations.ts'
import type { ErrorCode } from '../error-codes.ts'
import { methodOf } from '../method.ts'
import { formatOutcome, type Outcome } from '../outcome.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** What came with an error status; the API key is removed wherever it stood (specification: Errors). */
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
  /** How long the Retry-After header asks to wait, in milliseconds; null where it does not say. */
  readonly retryAfter: number | null
  /** Whether the work was done nevertheless. */
  readonly outcome: Outcome
}

/**
 * The service, or a proxy before it, answered with an error (specification: Errors). Statuses that have no class of their own,
 * such as 405, have the code `http_error`.
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
   * How long the service asks you to wait before the next request, in milliseconds, 0 or more, counted from when the answer
   * came; null if it does not say. It comes from the Retry-After header, in seconds or as a date, which a 429 or 503 may have.
   */
  readonly retryAfter: number | null

  /**
   * Made by the client; useful in tests that need such an error.
   *
   * @param details - What came with the status.
   */
  constructor({ operation, status, body, reason, fallback, retryAfter, outcome }: ApiErrorDetails) {
    super(
      `${methodOf(operation)}: ${status} ${reason ?? fallback}${formatOutcome(operation, outcome)}`,
      outcome,
    )
    this.operation = operation
    this.status = status
    this.body = body
    this.reason = reason
    this.retryAfter = retryAfter
  }
}
