/** The publication of a rule. */
export type RuleSource = {
  /** Title of the publication, with the relevant part, such as an article. */
  readonly title: string
  /** Date of publication or of the edition, YYYY-MM-DD; null if unknown. */
  readonly date: string | null
  /** URL of the text. */
  readonly url: string
}

/** The notice in every result that applies a rule. */
export const notice = 'Decision support only: not legal advice, not clearance.'

/**
 * The version of the rules, stored in each record. It increases with every change that may give the same
 * network a different result.
 */
export const rulesVersion = 3
