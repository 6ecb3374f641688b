/** Where a rule is written. */
export interface RuleSource {
  /** Its name, with what part of it is meant. */
  readonly title: string
  /** Day on which the text that is followed was published, YYYY-MM-DD; of a text that is revised, of the edition that is meant. */
  readonly date: string
  /** Where it is published. */
  readonly url: string
}

/** Stands in every answer under a rule. */
export const notice =
  'An aid to a decision, computed from what the network shows. It is no legal advice and no clearance.'
