import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** No whole answer came: the service could not be reached, the connection broke, or, in a browser, a redirect led elsewhere. */
export class ConnectionError extends EntityScreeningError {
  protected static override readonly kind = 'ConnectionError'
  override readonly name = 'ConnectionError'
  readonly operation: OperationName
  /** The system's code, such as `ECONNREFUSED`; null where the runtime gives none. */
  readonly code: string | null

  /** The status of an answer that broke off: the work was done if it is a 2xx. Null where no answer came. */
  readonly status: number | null

  constructor(
    operation: OperationName,
    detail: string,
    code: string | null = null,
    status: number | null = null,
  ) {
    super(`${operation}: ${detail}`)
    this.operation = operation
    this.code = code
    this.status = status
  }
}
