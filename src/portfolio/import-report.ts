/** A row of the source that was not created, and why. */
export interface RowProblem {
  /**
   * Whether the row is `invalid`, and was not sent; the service refused it; it repeats an earlier row, or an entity of the team
   * (`duplicate`); or the team has a person of that name and country, who may be the same (`possible_duplicate`).
   */
  readonly kind: 'invalid' | 'refused' | 'duplicate' | 'possible_duplicate'
  /** Where the row begins: its line in a CSV source, the header being line 1, or the number of the item, counted from 1. */
  readonly line: number
  /** The column as named in the source; null if the problem concerns the whole row. */
  readonly column: string | null
  /** The reason. It contains no value of the row, unless it is the service's own sentence. */
  readonly reason: string
  /** For a duplicate, the line of the earlier row; null if it repeats an entity of the team, or for any other problem. */
  readonly sameAs: number | null
}

/** Counts of an import. At its end, each row is in exactly one of them besides `rows` and `createdEarlier`. */
export interface ImportCounts {
  /** Rows read from the source, without blank lines. */
  readonly rows: number
  /** Rows created by this import, including earlier runs with the same journal. */
  readonly created: number
  /** The part of `created` that earlier runs created. */
  readonly createdEarlier: number
  /** Rows that a dry run would send; 0 otherwise. */
  readonly planned: number
  /** Rows that are wrong, and were not sent. */
  readonly invalid: number
  /** Rows that the service refused. */
  readonly refused: number
  /** Rows that repeat an earlier row, or an entity of the team. */
  readonly duplicates: number
  /** Persons with the name and country of a person of the team. */
  readonly possibleDuplicates: number
  /** Rows that were read but not created when the import stopped: see `ImportStop.remaining`. */
  readonly remaining: number
}

/** The argument of `onProgress`. */
export interface ImportProgress extends ImportCounts {
  /** Rows whose outcome is known. */
  readonly settled: number
  /** Bytes of the source read so far, and in all; null if the source has no known length. */
  readonly read: { readonly bytes: number; readonly of: number } | null
  /** Milliseconds for which requests pause after a failure; null while they do not. */
  readonly pausedFor: number | null
  /** Milliseconds until the team's list is read for rows in doubt; null while nothing waits for that. */
  readonly nextReadIn: number | null
  /** Rows that wait for that read. */
  readonly inDoubt: number
  /** Why the last request failed; null once one has succeeded, and before the first. */
  readonly failure: Error | null
}

/** The result of an import. */
export interface ImportReport extends ImportCounts {
  /** The rows that were not created, in the order of the source: as many as `keepProblems` says. */
  readonly problems: readonly RowProblem[]
  /** Columns of the source that the import does not use. */
  readonly unusedColumns: readonly string[]
  /** Whether the source has unread rows, which `rows` and `left` do not count. */
  readonly hasUnreadRows: boolean
  /** Why the import stopped early, or left rows in doubt; null if every row is settled. */
  readonly stopped: ImportStop | null
}

/** Why an import stopped early: the team's limit (403), the caller's signal, or a failure, also of a function of yours. */
export type ImportStop = {
  readonly cause: 'entity_limit' | 'aborted' | 'failed'
  /** The error that was thrown, or the reason of the abort. */
  readonly error: Error
  /** The rows that are left, as far as the source was read: see `ImportReport.hasUnreadRows`. */
  readonly remaining: readonly LineRange[]
  /** The rows of `left` that may exist: neither a response nor the list says it. Another run with the journal may find out. */
  readonly inDoubt: readonly LineRange[]
}

/** Consecutive rows, by the lines of the first and the last, counted as in `RowProblem.line`. */
export type LineRange = { readonly from: number; readonly to: number }
