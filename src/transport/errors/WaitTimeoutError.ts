import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * The entities in `pending` did not meet the condition of a wait in time. The code is `wait_timeout`. The outcome is `done`,
 * because the entities exist: never create them again.
 *
 * @example
 * const never = client.entities.waitFor(id, entity => entity.caseStatus === 'CLOSED', { every: 100, timeout: 300 })
 * const failure = await never.catch(error => error)
 * if (WaitTimeoutError.is(failure)) console.error(`not closed yet: ${failure.pending.join(', ')}`)
 */
export class WaitTimeoutError extends EntityScreeningError<Pick<WaitTimeoutError, 'pending' | 'missing'>> {
  protected static override readonly kind = 'WaitTimeoutError'
  declare readonly name: 'WaitTimeoutError'
  override readonly code = 'wait_timeout'
  /**
   * The identifiers of the entities that did not meet the condition of the wait, in the order in which they
   * were passed.
   */
  declare readonly pending: readonly string[]
  /** The identifiers in `pending` that the most recently read list did not contain; empty if no list was read. */
  declare readonly missing: readonly string[]
}
