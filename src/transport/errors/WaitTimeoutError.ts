import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * The condition of a wait was not met in time for the entities in `pending`. Its code is `wait_timeout`, and its outcome
 * `done`: the entities exist, so never create them again.
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
  /** The identifiers of the entities that did not meet the condition of the wait, in the given order. */
  declare readonly pending: readonly string[]
  /** Those of `pending` that were missing from the list when it was last read; empty if no list was read. */
  declare readonly missing: readonly string[]
}
