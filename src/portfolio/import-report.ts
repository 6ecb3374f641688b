/** A row of the source that was not created, and why. */
export interface RowProblem {
  /**
   * - `invalid`: the row is wrong, and was not sent.
   * - `refused`: the service refused the row.
   * - `duplicate`: the row repeats an earlier row, or an entity of the team.
   * - `possible_duplicate`: the team has a person with the same name and country, who may be the same person; or the row differs
   *   from an earlier row of a person only in columns that are not used.
   */
  readonly kind: 'invalid' | 'refused' | 'duplicate' | 'possible_duplicate'
  /**
   * The line on which the row begins in a CSV source, where the header is line 1. For any other source, the number of the item,
   * counted from 1.
   */
  readonly line: number
  /** The column as named in the source; null if the problem concerns the whole row. */
  readonly column: string | null
  /** The reason why the row was not created. It contains values of the row only if it comes from the service. */
  readonly reason: string
  /**
   * The line of the earlier row that a duplicate repeats, or that a possible duplicate or a refused organization may repeat; null
   * for any other problem, or if the row repeats an entity of the team. For a refused row, it is only a hint: the created row has
   * the same name and country, but the service may have refused the row for another reason.
   */
  readonly sameAs: number | null
}

/** An optional field that a row was created without, because the field cannot be read. */
export interface RowOmission {
  /** The line of the row, counted as in `RowProblem.line`. */
  readonly line: number
  /** The column as named in the source. */
  readonly column: string
  /** The reason why the field cannot be read. It contains no values of the row. */
  readonly reason: string
}

/** An unusual value that many rows of a column share. The rows are imported with it. */
export interface ImportWarning {
  /** The line of the first row with the unusual value, counted as in `RowProblem.line`. */
  readonly line: number
  /** The column as named in the source. */
  readonly column: string
  /** The reason for the warning. It contains no values of the source. */
  readonly reason: string
}

/**
 * Counts of an import. At the end of the import, `rows` is the sum of all other counts except `createdEarlier`,
 * `plannedRepeats` and `withOmissions`, which are parts of `created` and `planned`.
 */
export interface ImportCounts {
  /** Rows read from the source, without blank lines. */
  readonly rows: number
  /** Created by this run, or by earlier runs with the same journal. */
  readonly created: number
  /** The part of `created` that earlier runs created. */
  readonly createdEarlier: number
  /** To be sent, in a dry run; 0 otherwise. */
  readonly planned: number
  /**
   * The organizations of `planned` that have the name and country of an earlier row, but another registration number. The service may
   * refuse them.
   */
  readonly plannedRepeats: number
  /** The part of `created` and `planned` that lacks optional fields, because they cannot be read. */
  readonly withOmissions: number
  /** With a mistake, and not sent. */
  readonly invalid: number
  /** Refused by the service, such as organizations that it considers duplicates. */
  readonly refused: number
  /** Repeating an earlier row, or an entity of the team. */
  readonly duplicates: number
  /** Persons who may be the same as one in the team, or in an earlier row. See `RowProblem.kind`. */
  readonly possibleDuplicates: number
  /** Still to do when the import stopped. `ImportStop.remaining` lists them. */
  readonly remaining: number
}

/** The argument of `onProgress`. */
export interface ImportProgress extends ImportCounts {
  /** Rows whose outcome is known. */
  readonly settled: number
  /** The bytes of the source that were read so far, and their total; null if the length of the source is unknown. */
  readonly read: { readonly bytes: number; readonly of: number } | null
  /** Duration of the pause after a failed request, in milliseconds; null if there is no pause. */
  readonly pausedFor: number | null
  /**
   * Milliseconds until the team's list is read, to find out whether rows with an unknown outcome were created; null if there are
   * no such rows.
   */
  readonly nextReadIn: number | null
  /** Rows with an unknown outcome, which the next read of the team's list may resolve. */
  readonly inDoubt: number
  /** The error of the last request; null if that request succeeded, and before the first request. */
  readonly failure: Error | null
}

/** The result of an import. */
export interface ImportReport extends ImportCounts {
  /** The rows that were not created, in the order of the source: at most as many as `keepProblems`. */
  readonly problems: readonly RowProblem[]
  /**
   * The optional fields that cannot be read, and that rows of `created` and `planned` therefore lack: at most as many as
   * `keepProblems`. Empty unless `unreadableFields` is `omit`.
   */
  readonly omissions: readonly RowOmission[]
  /** Birth dates that many rows share, because such a date often means an unknown one. The rows are imported with it. */
  readonly warnings: readonly ImportWarning[]
  /** Columns of the source that the import does not use. */
  readonly unusedColumns: readonly string[]
  /** Whether the source has unread rows, which `rows` and `remaining` do not count. */
  readonly hasUnreadRows: boolean
  /** Why the import stopped early, or could not determine the outcome of all rows; null if the outcome of every row is known. */
  readonly stopped: ImportStop | null
}

/**
 * Why an import stopped early: the team's entity limit (403), the caller's signal, or a failure, which includes errors thrown
 * by your functions.
 */
export type ImportStop = {
  readonly cause: 'entity_limit' | 'aborted' | 'failed'
  /** The error that was thrown, or the reason of the abort. */
  readonly error: Error
  /** The rows that were read but not created. If `hasUnreadRows` is true, the source has further rows. */
  readonly remaining: readonly LineRange[]
  /**
   * The rows of `remaining` that may have been created: neither a response nor the team's list shows whether the service
   * created them. Another run with the same journal may find out.
   */
  readonly inDoubt: readonly LineRange[]
}

/** Consecutive rows: the lines of the first and the last one, counted as in `RowProblem.line`. */
export type LineRange = { readonly from: number; readonly to: number }
