import type { BulkSummary } from '../../model/bulk.ts'
import type { RowError } from '../../quirks/row-error.ts'
import type { SentRow } from './sent-rows.ts'

/** What a service says of each row, by the numbers that it gives them. */
type ErrorsByRow = ReadonlyMap<SentRow, RowError>

/** The number that the service gives the first row of a request, which the specification does not show. */
const usual: readonly number[] = [1, 0, 2]

/** Learns from where a service counts the rows of a request. */
export function createRowNumbers() {
  // All that no summary has ruled out.
  let possible = usual

  function learn(found: readonly number[]): number | undefined {
    const agreeing = found.filter(first => possible.includes(first))
    // A service that contradicts itself is not understood.
    possible = agreeing.length > 0 ? agreeing : usual
    return agreeing.length === 1 ? agreeing[0] : undefined
  }

  return {
    /** Each error by its row; null where numbers and counts leave a doubt. */
    read(rows: readonly SentRow[], summary: BulkSummary): ErrorsByRow | null {
      const { errors } = summary
      // Without errors there is nothing to count.
      if (errors.length === 0) return errorsByRow(rows, summary, 1)
      const first = learn(usual.filter(number => errors.every(error => rowOf(rows, error, number))))
      return first === undefined ? null : errorsByRow(rows, summary, first)
    },
    /** The same where the team's list has shown which rows are absent. */
    readBy(absent: readonly SentRow[], rows: readonly SentRow[], summary: BulkSummary): ErrorsByRow | null {
      const fits = (first: number) => {
        const byRow = errorsByRow(rows, summary, first)
        return byRow?.size === absent.length && absent.every(placed => byRow.has(placed))
      }
      const first = learn(usual.filter(fits))
      return first === undefined ? null : errorsByRow(rows, summary, first)
    },
  }
}

/** Where rows are counted from `first`; null where the numbers and the counts do not agree. */
function errorsByRow(
  rows: readonly SentRow[],
  { successCount, errorCount, errors }: BulkSummary,
  first: number,
): ErrorsByRow | null {
  const byRow = new Map<SentRow, RowError>()
  for (const error of errors) {
    const placed = rowOf(rows, error, first)
    if (placed !== undefined) byRow.set(placed, error)
  }
  const agree = byRow.size === errors.length && errorCount === errors.length
  return agree && successCount + errorCount === rows.length ? byRow : null
}

function rowOf(rows: readonly SentRow[], { row }: RowError, first: number): SentRow | undefined {
  return row === null ? undefined : rows[row - first]
}
