import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * The connection failed before the response was complete, or a browser received a redirect. The code is `no_connection`;
 * `cause` is the error that the runtime threw.
 *
 * @example
 * const failure = await client.entities.list().catch(error => error)
 * if (ConnectionError.is(failure)) console.error('not reached:', failure.systemCode, failure.cause)
 */
export class ConnectionError extends EntityScreeningError<
  Pick<ConnectionError, 'systemCode' | 'status'>,
  OperationName
> {
  protected static override readonly kind = 'ConnectionError'
  declare readonly name: 'ConnectionError'
  override readonly code = 'no_connection'
  /** The system code, such as `ECONNREFUSED`; null if the runtime's error has none. */
  declare readonly systemCode: string | null
  /**
   * The status of a response whose body did not arrive completely; null if there was no response. A 2xx means that the request
   * was processed.
   */
  declare readonly status: number | null
}
