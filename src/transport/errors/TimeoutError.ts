import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * The response was not complete within `timeout` or `totalTimeout`. The code is `timeout`; `cause` is the error of the previous attempt.
 *
 * @example
 * const failure = await client.entities.list({ timeout: 500, maxRetries: 0 }).catch(error => error)
 * if (TimeoutError.is(failure)) console.error(`${failure.operation} took too long, outcome ${failure.outcome}`)
 */
export class TimeoutError extends EntityScreeningError<Pick<TimeoutError, 'status'>, OperationName> {
  protected static override readonly kind = 'TimeoutError'
  declare readonly name: 'TimeoutError'
  override readonly code = 'timeout'
  /** The status of an incomplete response; null if there was no response. A 2xx means that the request was processed. */
  declare readonly status: number | null
}
