import { EntityScreeningError } from './EntityScreeningError.ts'

/** What was known when a wait came to its time limit. */
export interface WaitTimeoutDetails {
  /** What was called: `waitFor` or `waitForScreening`. */
  readonly operation: string
  /** The time limit, in milliseconds. */
  readonly timeout: number
  /** The identifiers of the entities that did not get there. */
  readonly pending: readonly string[]
  /** Those of them that the last list did not hold. */
  readonly missing: readonly string[]
  /** Why the last list could not be read; null where it could. */
  readonly failure: EntityScreeningError | null
}

/**
 * What was waited for did not happen in time for the entities in `pending`. Its code is `wait_timeout`.
 *
 * @example
 * try {
 *   await client.entities.waitFor(id, entity => entity.caseStatus === 'CLOSED', { every: 100, timeout: 300 })
 * } catch (error) {
 *   if (!WaitTimeoutError.is(error)) throw error
 *   console.error(`not closed yet: ${error.pending.join(', ')}`)
 * }
 */
export class WaitTimeoutError extends EntityScreeningError {
  protected static override readonly kind = 'WaitTimeoutError'
  override readonly name = 'WaitTimeoutError'
  override readonly code = 'wait_timeout'
  /** What was called: `waitFor` or `waitForScreening`. */
  readonly operation: string
  /** The identifiers of the entities that did not get there, in the order in which they were given. */
  readonly pending: readonly string[]
  /** Those of `pending` that were not in the list when it was last read. */
  readonly missing: readonly string[]
  /** Why the list could not be read at the last try; null where it could. */
  readonly failure: EntityScreeningError | null

  /**
   * Made by the client; useful in tests that need such an error.
   *
   * @param details - What was known when the time was up.
   */
  constructor({ operation, timeout, pending, missing, failure }: WaitTimeoutDetails) {
    const absent = missing.length > 0 ? `, ${missing.length} of them not in the list` : ''
    const failed = failure === null ? '' : `; the last read of the list failed: ${failure.message}`
    super(`${operation}: ${pending.length} still pending after ${timeout} ms${absent}${failed}`, 'not_done')
    this.operation = operation
    this.pending = pending
    this.missing = missing
    this.failure = failure
  }
}
