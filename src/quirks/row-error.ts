import type { Place } from '../reading/table.ts'

/** Why one row of a bulk creation was not created (specification: Resources, Bulk summary). */
export type RowError = {
  /**
   * The number that the service gave the row, as it gave it: from where it counts is not shown. Null where the message has
   * none.
   */
  readonly row: number | null
  /** What was wrong with the row, in the service's words. */
  readonly reason: string
  /** The service's own line, such as `Row 3: already exists`. */
  readonly message: string
}

/** "Row 3: already exists" is row 3, reason "already exists" (specification: Resources, Bulk summary). */
export function rowError(value: unknown, at: Place): RowError {
  const message = typeof value === 'string' ? value : write(value)
  const [, row, reason] = /^Row (\d+): ?(.*)$/is.exec(message) ?? []
  if (row === undefined || reason === undefined)
    return at.note('unnumbered_row', { row: null, reason: message, message })
  return at.note('row_error', { row: Number(row), reason, message })
}

function write(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'an error that cannot be written'
  }
}
