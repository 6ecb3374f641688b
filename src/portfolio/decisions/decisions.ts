import type { DecisionEntry, Verdict } from './entries.ts'
import type { DecidableHit, Review } from './review.ts'

/**
 * Options of `openDecisions`.
 *
 * @example
 * const decisions = openDecisions('screening.journal', { fourEyes: false })
 */
export interface DecisionOptions {
  /**
   * Whether a proposal must be approved by somebody else. Nobody is authenticated: the package compares what it is told.
   *
   * @default true
   */
  fourEyes?: boolean | undefined
  /**
   * The clock: by it entries are dated, and decisions expire.
   *
   * @default the system's
   */
  now?: (() => Date) | undefined
}

/**
 * A verdict on a hit.
 *
 * @example
 * const proposal: Proposal = { hit, verdict: 'true_match', reason: 'The same passport number', by: 'Ada' }
 */
export interface Proposal {
  /** The hit, as `hitsOf` returned it. One that cannot be read, or shares its key, cannot be decided. */
  hit: DecidableHit
  /** What the hit is. */
  verdict: Verdict
  /** Why, in words that another person understands. */
  reason: string
  /** Who proposes it. */
  by: string
  /** The last day on which it shall hold, YYYY-MM-DD in UTC: required for a false positive. */
  until?: string | undefined
  /** The `sha256` of a record of evidence that was filed. */
  evidence?: string | undefined
}

/** Who approves which proposal. */
export interface Approval {
  /** The hit as it is now: if it has changed since the proposal, the approval is refused. */
  hit: DecidableHit
  /** The `id` of the proposal. */
  proposal: string
  /** Who approves it. */
  by: string
}

/** Who takes something back, and why. */
export interface Withdrawal {
  /** The `key` of a hit. */
  key: string
  /** Who takes it back. */
  by: string
  /** Why, in words that another person understands. */
  reason: string
}

/** A ledger of decisions about hits. Entries are only added; each holds the hash of the one before it. */
export interface Decisions {
  /**
   * Proposes a verdict.
   *
   * @throws InputValidationError (`invalid_input`) for wrong input.
   * @throws Error (a `DecisionRefusedError`) if a proposal waits that still fits.
   * @example
   * await decisions.propose({ hit, verdict: 'true_match', reason: 'The same passport number', by: 'Ada' })
   */
  propose(proposal: Proposal): Promise<DecisionEntry>
  /**
   * Approves a proposal: it is the decision now.
   *
   * @throws InputValidationError (`invalid_input`) for wrong input.
   * @throws Error (a `DecisionRefusedError`) if the proposal does not wait any more, if the hit has changed since, if it has
   * expired, or if the same person proposed it.
   * @example
   * const { id: proposal } = await decisions.propose({ hit, verdict: 'unsure', reason: 'No birth date', by: 'Ada' })
   * await decisions.approve({ hit, proposal, by: 'Bo' })
   */
  approve(approval: Approval): Promise<DecisionEntry>
  /**
   * Withdraws the decision about a hit, and any proposal that waits: the hit is open again.
   *
   * @throws InputValidationError (`invalid_input`) for wrong input.
   * @throws Error (a `DecisionRefusedError`) if there is no decision and no proposal.
   * @example
   * await decisions.propose({ hit, verdict: 'unsure', reason: 'No birth date', by: 'Ada' })
   * await decisions.withdraw({ key: hit.key, by: 'Ada', reason: 'The birth date is known now' })
   */
  withdraw(withdrawal: Withdrawal): Promise<DecisionEntry>
  /**
   * Erases what was ever said about a hit, for good; that something was erased, when, by whom and why, remains. Name nobody in
   * the reason.
   *
   * @throws InputValidationError (`invalid_input`) for wrong input.
   * @throws Error (a `DecisionRefusedError`) if nothing was said.
   * @example
   * await decisions.propose({ hit, verdict: 'unsure', reason: 'No birth date', by: 'Ada' })
   * await decisions.erase({ key: hit.key, by: 'Bo', reason: 'Request of 3 May' })
   */
  erase(erasure: Withdrawal): Promise<DecisionEntry>
  /**
   * Puts what was decided beside each hit. Returns all hits, in their order: `state` says which of them need a person.
   *
   * @example
   * const hits = hitsOf(await client.entities.network(id), { entity: id })
   * for (const { hit, state } of await decisions.review(hits)) console.log(hit.party.name, state)
   */
  review<Reviewed extends DecidableHit>(hits: readonly Reviewed[]): Promise<Review<Reviewed>[]>
  /**
   * Returns the entries about a hit, the oldest first.
   *
   * @example
   * for (const { action, by, at } of await decisions.history(hit.key)) console.log(action, by, at)
   */
  history(key: string): Promise<DecisionEntry[]>
  /**
   * Returns all entries, the oldest first.
   *
   * @example
   * console.log(JSON.stringify(await decisions.export()))
   */
  export(): Promise<readonly DecisionEntry[]>
  /**
   * Returns the `id` of the last entry, or null if there is none. Keep it elsewhere, for `verify`.
   *
   * @example
   * const head = await decisions.head()
   */
  head(): Promise<string | null>
  /**
   * Checks that no entry was changed, and, with a `head` that was kept elsewhere, that none up to it was removed. Who can write to
   * the journal can write all of it anew: only a head that is kept elsewhere shows that.
   *
   * @example
   * const { isValid, problem } = await decisions.verify()
   */
  verify(options?: { head?: string | undefined }): Promise<{
    /** Whether everything fits together. */
    readonly isValid: boolean
    /** How many entries fit together: all, or 0. */
    readonly entries: number
    /** The `id` of the last entry; null if there is none. Keep it elsewhere, for the next `verify`. */
    readonly head: string | null
    /** The first thing that does not fit; null where everything does. */
    readonly problem: string | null
  }>
}
