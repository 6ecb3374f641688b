import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** No whole answer came: the service could not be reached, the connection broke, or a redirect led elsewhere. */
export class ConnectionError extends EntityScreeningError {
  protected static override readonly kind = 'ConnectionError'
  override readonly name = 'ConnectionError'
  readonly operation: OperationName
  /** The system's code, such as `ECONNREFUSED`; null where the runtime gives none. */
  readonly code: string | null

  constructor(operation: OperationName, detail: string, code: string | null = null) {
    super(`${operation}: ${detail}`)
    this.operation = operation
    this.code = code
  }
}
