export const verdicts = ['false_positive', 'true_match', 'unsure'] as const

/** Whether a hit is about the party: no, yes, or not known yet. */
export type Verdict = (typeof verdicts)[number]

/**
 * An entry in the decision log: an action, its time and its author. Entries are never changed, but their details can be erased.
 */
export interface DecisionEntry {
  /** SHA-256 of the entry, which includes the `id` of the entry before it. */
  readonly id: string
  /** The action. */
  readonly action: 'propose' | 'approve' | 'withdraw' | 'erase'
  /** The time, in ISO 8601, UTC. */
  readonly at: string
  /** The author, as stated by the caller. */
  readonly by: string
  /** The verdict of a proposal; null for any other entry. */
  readonly verdict: Verdict | null
  /** The last day on which the proposal is valid, YYYY-MM-DD in UTC; null if there is no such day. */
  readonly until: string | null
  /** The `id` of each entry that this entry approves, withdraws or erases. */
  readonly entryIds: readonly string[]
  /** The details of the entry; null once they have been erased. */
  readonly details: DecisionDetails | null
}

/** The details of an entry, which can be erased. */
export type DecisionDetails = {
  /** The `key` of the hit. */
  readonly key: string
  /** The `content` of the hit when the proposal was made; null for any other entry. */
  readonly content: string | null
  /** The reason; null if there is none. */
  readonly reason: string | null
  /** SHA-256 of a record from `toEvidence` of `./network`; null if there is none. */
  readonly evidence: string | null
  /** The name of the hit's party as written when the proposal was made; null for any other entry, or if it is unknown. */
  readonly partyName: string | null
}
