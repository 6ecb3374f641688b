import type { OperationName } from '../../contract/operations.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * The caller's `signal` ended the call, or a hook threw an error. The code is `aborted`. After a write, check `outcome`.
 *
 * @example
 * const failure = await client.entities.list({ signal: AbortSignal.abort() }).catch(error => error)
 * if (AbortedError.is(failure)) console.log(`${failure.operation} was given up`)
 */
export class AbortedError extends EntityScreeningError<object, OperationName> {
  protected static override readonly kind = 'AbortedError'
  declare readonly name: 'AbortedError'
  override readonly code = 'aborted'
}
