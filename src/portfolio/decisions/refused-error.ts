import type { Standing } from './standing.ts'

/**
 * Nothing was written: the present decision or proposal does not allow it.
 *
 * @example
 * const decisions = openDecisions('screening.journal')
 * try {
 *   await decisions.withdraw({ key: hit.key, by: 'Bo', reason: 'A new document' })
 * } catch (error) {
 *   if (!(error instanceof DecisionRefusedError)) throw error
 *   console.log(error.message, error.standing.proposal?.by)
 * }
 */
export class DecisionRefusedError extends Error {
  /** The name of the class: the same in every copy of the package. */
  override readonly name = 'DecisionRefusedError'

  /** The present decision and proposal. */
  readonly standing: Standing

  /** Creates the error, with the present decision and proposal. */
  constructor(message: string, standing: Standing) {
    super(message)
    this.standing = standing
  }
}
