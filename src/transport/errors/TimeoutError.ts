import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * No response came in time; the limits are the options `timeout`, for one attempt, and `totalTimeout`, for all of them. Its code is
 * `timeout`.
 *
 * @example
 * try {
 *   await client.entities.list({ timeout: 500, retry: 0 })
 * } catch (error) {
 *   if (!TimeoutError.is(error)) throw error
 *   console.error(`${error.operation} took too long, outcome ${error.outcome}`)
 * }
 */
export class TimeoutError extends EntityScreeningError<OperationName> {
  protected static override readonly kind = 'TimeoutError'
  override readonly name = 'TimeoutError'
  override readonly code = 'timeout'
  /** The status of a response that did not end: the request was processed if it is a 2xx. Null where no response came. */
  readonly status: number | null

  /** Created by the client; tests may create one too. */
  constructor(message: string, details: Pick<TimeoutError, 'operation' | 'outcome' | 'status'>) {
    super(message, details)
    this.status = details.status
  }
}
