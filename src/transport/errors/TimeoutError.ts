import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * No response came in time; the limits are the options `timeout`, for one attempt, and `totalTimeout`, for all of them. Its code is
 * `timeout`; its `cause`, if any, is what the attempt before failed with.
 *
 * @example
 * const failure = await client.entities.list({ timeout: 500, maxRetries: 0 }).catch(error => error)
 * if (TimeoutError.is(failure)) console.error(`${failure.operation} took too long, outcome ${failure.outcome}`)
 */
export class TimeoutError extends EntityScreeningError<Pick<TimeoutError, 'status'>, OperationName> {
  protected static override readonly kind = 'TimeoutError'
  override readonly code = 'timeout'
  /** The status of a response that did not end: the request was processed if it is a 2xx. Null where no response came. */
  declare readonly status: number | null
}
