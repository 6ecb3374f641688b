import type { ImportReport, LineRange, RowOmission, RowProblem } from '../import-report.ts'

/** The outcome of a row in an import. */
export interface RowOutcome {
  /**
   * `created`; the kind of the row's problem; `in_doubt` if the service may have created the row; or `remaining` if the import
   * stopped before it sent the row.
   */
  readonly outcome: 'created' | RowProblem['kind'] | 'in_doubt' | 'remaining'
  /** The reasons of the row's problems, or of the fields without which it was created; empty if there are none. */
  readonly reason: string
}

/** The outcomes of the rows that an import has not created, or has created without some fields, by line. */
export type OutcomeLog = Map<number, LoggedOutcome>

interface LoggedOutcome {
  readonly kind: 'created' | RowProblem['kind']
  readonly reason: string
}

export function createOutcomeLog(): OutcomeLog {
  return new Map()
}

/** Adds a problem of a row, as `onProblem` reports it. Problems may be added in any order. */
export function logProblem(log: OutcomeLog, { kind, line, column, reason }: RowProblem): void {
  addReason(log, kind, line, column === null ? reason : `${column}: ${reason}`)
}

/** Adds a field without which a row was created, as `onOmission` reports it. */
export function logOmission(log: OutcomeLog, { line, column, reason }: RowOmission): void {
  addReason(log, 'created', line, `without ${column}: ${reason}`)
}

/**
 * The kind and the reasons of a row's problems, or `created` and the reasons why the row lacks fields; undefined if there are
 * neither.
 */
export function findLoggedOutcome(log: OutcomeLog, line: number): LoggedOutcome | undefined {
  return log.get(line)
}

function addReason(log: OutcomeLog, kind: LoggedOutcome['kind'], line: number, text: string): void {
  // A row may have a reason in each of several columns.
  const earlier = log.get(line)
  log.set(line, { kind, reason: earlier === undefined ? text : `${earlier.reason}; ${text}` })
}

/** The state of looking up the outcomes of rows in the order of the source. */
export interface OutcomeReader {
  readonly log: OutcomeLog
  /** The number of rows that the import has read. */
  readonly rows: number
  readonly remaining: RangeCursor
  readonly inDoubt: RangeCursor
  /** The number of rows whose outcome was read. */
  count: number
}

export function createOutcomeReader(
  { rows, stopped }: Pick<ImportReport, 'rows' | 'stopped'>,
  log: OutcomeLog,
): OutcomeReader {
  const remaining = { ranges: stopped?.remaining ?? [], index: 0 }
  const inDoubt = { ranges: stopped?.inDoubt ?? [], index: 0 }
  return { log, rows, remaining, inDoubt, count: 0 }
}

/** Returns the outcome of a row. Rows must be passed in the order of the source. */
export function readOutcome(reader: OutcomeReader, line: number): RowOutcome {
  reader.count += 1
  const isRemaining = isInRange(reader.remaining, line)
  const isInDoubt = isInRange(reader.inDoubt, line)
  const logged = findLoggedOutcome(reader.log, line)
  if (logged !== undefined) return { outcome: logged.kind, reason: logged.reason }
  // The import has not read the rows after the first `rows`.
  if (!isRemaining && reader.count <= reader.rows) return { outcome: 'created', reason: '' }
  return { outcome: isInDoubt ? 'in_doubt' : 'remaining', reason: '' }
}

/** A position in ranges of lines, which are read in ascending order. */
interface RangeCursor {
  readonly ranges: readonly LineRange[]
  /** The index of the first range that may contain further lines. */
  index: number
}

/** Whether a line is in one of the ranges. Lines must be passed in ascending order. */
function isInRange(cursor: RangeCursor, line: number): boolean {
  const { ranges } = cursor
  while ((ranges[cursor.index]?.to ?? line) < line) cursor.index += 1
  return (ranges[cursor.index]?.from ?? line + 1) <= line
}
