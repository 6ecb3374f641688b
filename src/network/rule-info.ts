/** The publication of a rule. */
export type RuleSource = {
  /** Title, with the relevant part. */
  readonly title: string
  /** Day of publication, or the edition, YYYY-MM-DD; null if the edition is unknown. */
  readonly date: string | null
  /** Address of the text. */
  readonly url: string
}

/** Included in every result that applies a rule. */
export const notice = 'Decision support only: not legal advice, not clearance.'

/** Increases with every change that may give the same network another result: a record names the version of its rules. */
export const rulesVersion = 1
