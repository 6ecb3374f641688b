/**
 * Why a row was not created.
 *
 * - `invalid`: the row was wrong before it was sent; the row was not sent.
 * - `refused`: the service refused it.
 * - `duplicate`: the same entity stands further up in the source, or is in the team already.
 * - `possible_duplicate`: a person of that name and country is in the team, and nothing tells whether it is the same.
 */
export type RowProblemKind = 'invalid' | 'refused' | 'duplicate' | 'possible_duplicate'

/** A row of the source that was not created, and why. */
export interface RowProblem {
  /** Why it was not created. */
  readonly kind: RowProblemKind
  /** Where the row begins: the line of a CSV source, counted from 1 with the header; the item of any other, counted from 1. */
  readonly line: number
  /** The column's name as the source has it; null where the row as a whole is meant. */
  readonly column: string | null
  /** What is wrong, as a sentence. Never holds a value of the row, unless the service's own sentence does. */
  readonly reason: string
  /** The line of the earlier row that a duplicate repeats; null where it repeats an entity of the team, or nothing. */
  readonly sameAs: number | null
}

/** How far an import is. Each row that was read is counted in exactly one of the others once the import has ended. */
export interface ImportCounts {
  /** Rows read from the source, blank lines apart. */
  readonly rows: number
  /** Rows that exist now because of this import, those of earlier runs with the same journal included. */
  readonly created: number
  /** Those of `created` that earlier runs with the same journal had created already. */
  readonly createdEarlier: number
  /** Rows that a dry run would send; 0 otherwise. */
  readonly planned: number
  /** Rows that were wrong before they were sent. */
  readonly invalid: number
  /** Rows that the service refused. */
  readonly refused: number
  /** Rows that repeat an earlier row, or an entity of the team. */
  readonly duplicates: number
  /** Persons of whose name and country the team has one already. */
  readonly possibleDuplicates: number
  /** Rows that were read, and not sent or not created when the import stopped: `ImportStop.left` says which. */
  readonly left: number
}

/** What `onProgress` is told. */
export interface ImportProgress extends ImportCounts {
  /** Rows that are settled, whatever became of them. */
  readonly settled: number
  /** Rows that this run has sent, and of which it knows what became of them. */
  readonly sent: number
  /** How many rows there are, of a partition as its `rows` says; null where that cannot be told before they are read. */
  readonly total: number | null
  /** Bytes of the source read so far, of how many; null where the source does not say how long it is. */
  readonly read: { readonly bytes: number; readonly of: number } | null
  /** How long requests are held back after a failure, in milliseconds; null while they are not. */
  readonly pausedFor: number | null
}

/** What became of a portfolio. */
export interface ImportReport extends ImportCounts {
  /** Every row that was not created, in the order of the source; the first 10,000 of them, or as many as `keepProblems` says. */
  readonly problems: readonly RowProblem[]
  /** Columns of the source that fill no field. */
  readonly unusedColumns: readonly string[]
  /** Texts such as `NULL` or `n/a` that were taken for no value, as the rows were read: whatever became of the rows. */
  readonly blanks: readonly BlankText[]
  /** True where the source was not read to its end, so that there may be more rows than `rows` and `left` count. */
  readonly unread: boolean
  /** Why the import ended early; null where every row is settled. */
  readonly stopped: ImportStop | null
}

/** A text that was taken for no value. */
export interface BlankText {
  /** The column's name as the source has it. */
  readonly column: string
  /** The text as the source spells it: one of a few, such as `NULL`, and no value of a row. */
  readonly text: string
  /** In how many rows the column holds it. */
  readonly rows: number
}

/** Why an import ended early. */
export interface ImportStop {
  /**
   * - `entity_limit`: the team has no room for more entities (403).
   * - `aborted`: the caller's signal.
   * - `failed`: the service refused the key or the address, or kept failing for as long as `patience` says; or the source could
   *   not be read further, the journal could not be written, or a function of yours threw.
   */
  readonly cause: 'entity_limit' | 'aborted' | 'failed'
  /** What was thrown; null where nothing was. */
  readonly error: Error | null
  /** The rows that are left, as far as the source was read: see `ImportReport.unread`. */
  readonly left: readonly LineRange[]
  /** Those of them that may exist, because no answer came. Running the import again with its journal finds out. */
  readonly inDoubt: readonly LineRange[]
}

/** Rows that follow each other, by the lines of the first and the last. */
export interface LineRange {
  /** The line of the first row, counted as in `RowProblem.line`. */
  readonly from: number
  /** The line of the last row, which belongs to them. */
  readonly to: number
}
