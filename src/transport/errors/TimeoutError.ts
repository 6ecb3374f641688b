import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * No complete response came within `timeout` or `totalTimeout`. Its code is `timeout`; its `cause` ended the attempt before.
 *
 * @example
 * const failure = await client.entities.list({ timeout: 500, maxRetries: 0 }).catch(error => error)
 * if (TimeoutError.is(failure)) console.error(`${failure.operation} took too long, outcome ${failure.outcome}`)
 */
export class TimeoutError extends EntityScreeningError<Pick<TimeoutError, 'status'>, OperationName> {
  protected static override readonly kind = 'TimeoutError'
  declare readonly name: 'TimeoutError'
  override readonly code = 'timeout'
  /** The status of a response that did not end: the request was processed if it is a 2xx. Null where no response came. */
  declare readonly status: number | null
}
