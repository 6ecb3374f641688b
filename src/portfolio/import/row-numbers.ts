import type { BulkSummary } from '../../model/bulk.ts'
import type { RowError } from '../../quirks/row-error.ts'
import type { SentRow } from './sent-rows.ts'

/** The number that the service gives the first row of a request, which the specification does not show. */
const usual: readonly number[] = [1, 0, 2]

/** Reads what a service says of rows by their numbers, and learns from where it counts them. */
export function createErrorReader() {
  // All that no summary has ruled out.
  let possible = usual

  /**
   * @param absent the rows that the team's list lacks, where it was asked.
   * @returns each error by its row; null where numbers and counts leave a doubt.
   */
  return (rows: readonly SentRow[], summary: BulkSummary, absent?: readonly SentRow[]) => {
    // Without errors there is nothing to count.
    if (summary.errors.length === 0) return errorsByRow(rows, summary, 1)
    const fitting = usual.filter(first => {
      if (absent === undefined) return summary.errors.every(error => rowOf(rows, error, first))
      const byRow = errorsByRow(rows, summary, first)
      // One that is there was not refused; what is not there may only be shown in another way.
      return byRow !== null && [...byRow.keys()].every(row => absent.includes(row))
    })
    const agreeing = fitting.filter(first => possible.includes(first))
    // A service that contradicts itself is not understood.
    possible = agreeing.length > 0 ? agreeing : usual
    const [first, ...others] = agreeing
    return first === undefined || others.length > 0 ? null : errorsByRow(rows, summary, first)
  }
}

/** Where rows are counted from `first`; null where the numbers and the counts do not agree. */
function errorsByRow(
  rows: readonly SentRow[],
  { successCount, errorCount, errors }: BulkSummary,
  first: number,
): ReadonlyMap<SentRow, RowError> | null {
  const byRow = new Map<SentRow, RowError>()
  for (const error of errors) {
    const row = rowOf(rows, error, first)
    if (row !== undefined) byRow.set(row, error)
  }
  const agree = byRow.size === errors.length && errorCount === errors.length
  return agree && successCount + errorCount === rows.length ? byRow : null
}

function rowOf(rows: readonly SentRow[], { row }: RowError, first: number): SentRow | undefined {
  return row === null ? undefined : rows[row - first]
}
