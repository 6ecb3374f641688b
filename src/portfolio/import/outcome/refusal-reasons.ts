import type { BulkSummary } from '../../../model/bulk.ts'
import { toListIdentity } from '../../../resources/group-inputs.ts'
import { speaksOfEntityLimit } from '../../../transport/errors/PermissionDeniedError.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import { possibleFirstNumbers } from '../state/import-state.ts'

/** The reason for each refused row. */
export type RefusalReasons = ReadonlyMap<AnnouncedRow, string>

/** The refused rows, as far as a summary (the response to a bulk request) shows them. */
export interface SummaryReading {
  /** The refused rows; null if the row numbers and counts do not identify these rows. */
  readonly reasons: RefusalReasons | null
  /** The numbers by which the service's messages may refer to the first row, according to this summary and the earlier ones. */
  readonly firstNumbers: readonly number[]
}

/**
 * Reads the row numbers of a summary.
 *
 * @param firstNumbers the numbers by which the service's messages may refer to the first row, according to earlier summaries.
 * @param absent the rows that the team's list lacks; all rows if the list was not read. A row that the list shows was not
 * refused.
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
  // If a summary contradicts earlier ones, their conclusions no longer count, and the first row may have any of the possible
  // numbers.
  if (reading === undefined) return { reasons: null, firstNumbers: possibleFirstNumbers }
  return {
    reasons: others.length === 0 ? reading.reasons : null,
    firstNumbers: [reading, ...others].map(({ first }) => first),
  }
}

/**
 * Returns the reason for each refused row, assuming that the service counts rows from `first`; null if the summary contradicts
 * this assumption.
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

/**
 * Returns one reason for all rows, if a summary does not show which rows were refused: the sentence about the team's limit, if
 * there is one, or else all reasons in the summary.
 */
export function joinReasons({ errors }: BulkSummary): string {
  const reasons = errors.map(({ reason }) => reason)
  const all = [...new Set(reasons)].slice(0, 5).join('; ')
  const limit = reasons.find(reason => mentionsLimit(reason, ''))
  return limit ?? (all || 'the service refused it, and did not say why')
}

export function isAboutLimit(reason: string, { row }: AnnouncedRow): boolean {
  return mentionsLimit(reason, toListIdentity(row).name)
}

/**
 * Whether a sentence from the service is about the team's limit. The sentence is searched for words, because the service sends
 * no error codes. The entity's name, such as "Maximum Team Ltd", is ignored.
 */
function mentionsLimit(reason: string, name: string): boolean {
  // A short name is not removed, because its letters also occur in other words.
  const sentence = name.length > 3 ? reason.replaceAll(name, '') : reason
  return speaksOfEntityLimit(sentence.replaceAll(/"[^"]*"/g, ''))
}
