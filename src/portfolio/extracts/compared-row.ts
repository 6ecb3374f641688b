import type { EarlierOutcome } from './customer-rows.ts'
import type { ExtractRow } from './read-extract.ts'

/** A row of the new extract. */
export interface NumberedRow {
  readonly row: ExtractRow
  readonly number: string
}

export interface SameRow extends NumberedRow {
  readonly kind: 'same'
  readonly entityIds: readonly [string]
  readonly outcome: EarlierOutcome
  readonly reason: string
  /** Whether a person has decided that the entity is that of the row. */
  readonly isDecided: boolean
}

/** A row that differs from the row from which the entity was created. */
export interface ChangedRow extends NumberedRow {
  readonly kind: 'changed'
  readonly entityIds: readonly [string]
}

/**
 * A row that may differ from the row from which the entity was created: it cannot be read for certain, and does not differ in what
 * can be read.
 */
export interface UnreadableRow extends NumberedRow {
  readonly kind: 'unreadable'
  readonly entityIds: readonly [string]
  /** Why the row cannot be read. */
  readonly reason: string
}

/** A row of a number without an entity. */
export interface NewRow extends NumberedRow {
  readonly kind: 'new'
  readonly entityIds: readonly []
  /** Whether a person has decided that the row is another customer than those it may repeat. */
  readonly isDecided: boolean
}

export interface RowInDoubt extends NumberedRow {
  readonly kind: 'in_doubt'
  readonly doubt: string
  /** All identifiers that the entity can have. */
  readonly entityIds: readonly string[]
  /** Whether an import has created an entity from this data of the number, so that another one would be its double. */
  readonly isCreated: boolean
}

/** A row of the new extract is exactly one of these. */
export type ComparedRow = SameRow | ChangedRow | UnreadableRow | NewRow | RowInDoubt
