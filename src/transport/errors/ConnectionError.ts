import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * No complete response came, or in a browser a redirect. Its code is `no_connection`; `cause` says what the runtime says.
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
  /** The system's code, such as `ECONNREFUSED`; null where the runtime gives none. */
  declare readonly systemCode: string | null
  /** The status of a response that broke off: the request was processed if it is a 2xx. Null where no response came. */
  declare readonly status: number | null
}
