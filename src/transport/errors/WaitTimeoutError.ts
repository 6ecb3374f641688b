import { methodOf } from '../method.ts'
import { EntityScreeningError } from './EntityScreeningError.ts'

/** What was known when a wait came to its time limit. */
export interface WaitTimeoutDetails {
  /** What was called: `waitFor` or `waitForScreening`. */
  readonly operation: string
  /** The time limit, in milliseconds. */
  readonly timeout: number
  /** The identifiers of the entities that did not get there. */
  readonly pending: readonly string[]
  /** Those of them that the last list did not hold; none where no list was read. */
  readonly missing: readonly string[]
  /** How the first of `pending` was last seen; null where it was in no list, or no list was read. */
  readonly lastSeen: LastSeen | null
  /** Why the last list could not be read; null where it could. */
  readonly failure: EntityScreeningError | null
}

/** How far the screening of an entity was when it was last seen. */
export interface LastSeen {
  /** The case status, such as `IN_PROGRESS`. */
  readonly caseStatus: string | null
  /** The level of risk; null for no results yet. */
  readonly riskLevel: string | null
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
  /** Those of `pending` that were not in the list when it was last read; none where no list was read. */
  readonly missing: readonly string[]
  /** How the first of `pending` was last seen; null where it was in no list, or no list was read. */
  readonly lastSeen: LastSeen | null
  /** Why the list could not be read at the last try; null where it could. */
  readonly failure: EntityScreeningError | null

  /**
   * Made by the client; useful in tests that need such an error.
   *
   * @param details - What was known when the time was up.
   */
  constructor({ operation, timeout, pending, missing, lastSeen, failure }: WaitTimeoutDetails) {
    const absent = missing.length > 0 ? `, ${missing.length} of them not in the list` : ''
    // A list that was read shows the first of them, or lacks it.
    const isUnread = missing.length === 0 && lastSeen === null
    const reads = isUnread
      ? '; no list was read'
      : failure === null
        ? ''
        : '; the last read of the list failed'
    const reason = failure === null ? '' : `: ${failure.message}`
    const seen =
      lastSeen === null
        ? ''
        : `, the first last seen with caseStatus ${lastSeen.caseStatus} and riskLevel ${lastSeen.riskLevel}`
    super(
      `${methodOf(operation)}: ${pending.length} still pending after ${timeout} ms${absent}${seen}${reads}${reason}`,
      'not_done',
    )
    this.operation = operation
    this.pending = pending
    this.missing = missing
    this.lastSeen = lastSeen
    this.failure = failure
  }
}
