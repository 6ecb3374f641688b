import { EntityScreeningError } from './EntityScreeningError.ts'

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
  /** The identifiers of the entities that did not get there, in the order in which they were given. */
  readonly pending: readonly string[]
  /** Those of `pending` that were not in the list when it was last read; none where no list was read. */
  readonly missing: readonly string[]
  /** How the first of `pending` was last seen; null where it was in no list, or no list was read. */
  readonly lastSeen: { readonly caseStatus: string | null; readonly riskLevel: string | null } | null
  /** Why the list could not be read at the last try; null where it could. */
  readonly failure: EntityScreeningError | null

  /** Created by the client; tests may create one too. */
  constructor(
    message: string,
    details: Pick<WaitTimeoutError, 'operation' | 'pending' | 'missing' | 'lastSeen' | 'failure'>,
  ) {
    super(message, { operation: details.operation, outcome: 'not_done' })
    this.pending = details.pending
    this.missing = details.missing
    this.lastSeen = details.lastSeen
    this.failure = details.failure
  }
}
