import type { BulkSummary } from '../../model/bulk.ts'
import { listedAs } from '../../model/identity.ts'
import type { RowError } from '../../quirks/row-error.ts'
import type { PlacedRow } from './delivery.ts'

/** The number that the service gives the first row of a request. The specification does not show it. */
export type FirstRow = 0 | 1

const firstRows: readonly FirstRow[] = [1, 0]

/** Each error by its row, where rows are counted from `first`; null where the numbers and the counts do not agree. */
export function errorsByRow(
  rows: readonly PlacedRow[],
  { successCount, errorCount, errors }: BulkSummary,
  first: FirstRow,
): ReadonlyMap<PlacedRow, RowError> | null {
  const byRow = new Map<PlacedRow, RowError>()
  for (const error of errors) {
    const placed = rowOf(rows, error, first)
    if (placed !== undefined) byRow.set(placed, error)
  }
  const agree = byRow.size === errors.length && errorCount === errors.length
  return agree && successCount + errorCount === rows.length ? byRow : null
}

/** What the errors show of that number, by where they end, or by the names in their sentences; null where they do not. */
export function findFirstRow(rows: readonly PlacedRow[], errors: readonly RowError[]): FirstRow | null {
  const possible = firstRows.filter(first => errors.every(error => rowOf(rows, error, first) !== undefined))
  if (possible.length < 2) return possible[0] ?? null
  const named = firstRows.filter(first =>
    errors.some(
      error =>
        isNamed(rowOf(rows, error, first), error) && !isNamed(rowOf(rows, error, first === 0 ? 1 : 0), error),
    ),
  )
  return named.length === 1 ? (named[0] ?? null) : null
}

/** The number of the first row with which the errors are those of the rows that are not in the team's list. */
export function fitFirstRow(
  rows: readonly PlacedRow[],
  summary: BulkSummary,
  absent: readonly PlacedRow[],
): FirstRow | null {
  const fitting = firstRows.filter(first => {
    const byRow = errorsByRow(rows, summary, first)
    return byRow?.size === absent.length && absent.every(placed => byRow.has(placed))
  })
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function rowOf(rows: readonly PlacedRow[], { row }: RowError, first: FirstRow): PlacedRow | undefined {
  return row === null ? undefined : rows[row - first]
}

function isNamed(placed: PlacedRow | undefined, { reason }: RowError): boolean {
  return placed !== undefined && reason.includes(listedAs(placed.row).name)
}
