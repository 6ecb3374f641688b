/** Where a rule is written. */
export type RuleSource = {
  /** Its name, with what part of it is meant. */
  readonly title: string
  /** Day on which the text was published, or its edition, YYYY-MM-DD; null where the edition is not known. */
  readonly date: string | null
  /** Where it is published. */
  readonly url: string
}

/** Stands in every result under a rule. */
export const notice = 'Decision support only: not legal advice, not clearance.'

/** Changes with every change that may give the same network another result: a filed record says by which rules it was made. */
export const rulesVersion = 1
