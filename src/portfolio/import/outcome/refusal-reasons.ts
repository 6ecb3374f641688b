import type { BulkSummary } from '../../../model/bulk.ts'
import { toListIdentity } from '../../../resources/match-inputs.ts'
import { speaksOfEntityLimit } from '../../../transport/errors/PermissionDeniedError.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import { possibleFirstNumbers } from '../state/import-state.ts'

/** Why the service refused rows. */
export type RefusalReasons = ReadonlyMap<AnnouncedRow, string>

/** The rows that a summary refuses. */
export interface SummaryReading {
  /** Null if numbers and counts do not identify them. */
  readonly reasons: RefusalReasons | null
  /** The first numbers that are possible after this summary. */
  readonly firstNumbers: readonly number[]
}

/**
 * Reads the row numbers of a summary.
 *
 * @param firstNumbers the numbers of the first row that earlier summaries have left possible.
 * @param absent the rows that the team's list lacks, if it was read: a row that exists was not refused.
 */
export function readSummary(
  firstNumbers: readonly number[],
  rows: readonly AnnouncedRow[],
  summary: BulkSummary,
  absent: readonly AnnouncedRow[] = rows,
): SummaryReading {
  if (summary.errors.length === 0) return { reasons: reasonsFrom(1, rows, summary), firstNumbers }
  const absentRows = new Set(absent)
  const readings = possibleFirstNumbers.flatMap(first => {
    const reasons = reasonsFrom(first, rows, summary)
    return reasons && [...reasons.keys()].every(row => absentRows.has(row)) ? [{ first, reasons }] : []
  })
  const [reading, ...others] = readings.filter(({ first }) => firstNumbers.includes(first))
  // A service that contradicts its earlier summaries is not understood: any number is possible again.
  if (reading === undefined) return { reasons: null, firstNumbers: possibleFirstNumbers }
  return {
    reasons: others.length === 0 ? reading.reasons : null,
    firstNumbers: [reading, ...others].map(({ first }) => first),
  }
}

/**
 * The reason for each refused row, assuming that the service numbers rows from `first`; null if the numbers or counts rule that
 * out.
 */
function reasonsFrom(
  first: number,
  rows: readonly AnnouncedRow[],
  { successCount, errorCount, errors }: BulkSummary,
): RefusalReasons | null {
  const reasons = new Map<AnnouncedRow, string>()
  for (const { row: number, reason } of errors) {
    const row = number === null ? undefined : rows[number - first]
    if (row !== undefined) reasons.set(row, reason)
  }
  const isConsistent = reasons.size === errors.length && errorCount === errors.length
  return isConsistent && successCount + errorCount === rows.length ? reasons : null
}

/** The reason of rows that a summary does not identify: that the team is full, or all its reasons. */
export function joinReasons({ errors }: BulkSummary): string {
  const reasons = errors.map(({ reason }) => reason)
  const all = [...new Set(reasons)].slice(0, 5).join('; ')
  const limit = reasons.find(reason => mentionsLimit(reason, ''))
  return limit ?? (all || 'the service refused it, and did not say why')
}

/** Whether the row was refused because the team is full. */
export function isAboutLimit(reason: string, { row }: AnnouncedRow): boolean {
  return mentionsLimit(reason, toListIdentity(row).name)
}

/** The service has no error codes. The name is left out: "Maximum Team Ltd" does not mention a limit. */
function mentionsLimit(reason: string, name: string): boolean {
  // The letters of a short name also occur in other words.
  const sentence = name.length > 3 ? reason.replaceAll(name, '') : reason
  return speaksOfEntityLimit(sentence.replaceAll(/"[^"]*"/g, ''))
}
