import type { ImportReport, LineRange, RowOmission, RowProblem } from '../import-report.ts'
import { createIntegerList, getInteger, type IntegerList, setInteger } from '../integer-list.ts'

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

/**
 * The outcomes of the rows that an import has not created, or has created without some fields. Each takes a few bytes, because a
 * source may have a million rows.
 */
export interface OutcomeLog {
  /** The distinct reasons. */
  readonly reasons: string[]
  /** The indexes of the reasons that can be looked up. */
  readonly reasonIndexes: Map<string, number>
  /** By line: the index of the outcome's kind plus 1; 0 if the line has no logged outcome. */
  readonly kindOfLine: IntegerList
  /** By line: the index of the reason. */
  readonly reasonOfLine: IntegerList
  /** By line: the line of the earlier row. */
  readonly sameAsOfLine: IntegerList
}

interface LoggedOutcome {
  readonly kind: 'created' | RowProblem['kind']
  readonly reason: string
}

const kinds = [
  'created',
  'invalid',
  'refused',
  'duplicate',
  'possible_duplicate',
] as const satisfies LoggedOutcome['kind'][]

/**
 * Replaces the line number of the earlier row in a stored reason, so that reasons which differ only in this number are stored
 * once.
 */
const lineMark = '\0'

/**
 * The maximum number of distinct reasons to look up. Further reasons are stored without a look-up, because all error texts of a
 * service may be different.
 */
const maxLookups = 10_000

export function createOutcomeLog(): OutcomeLog {
  return {
    reasons: [],
    reasonIndexes: new Map(),
    kindOfLine: createIntegerList(),
    reasonOfLine: createIntegerList(),
    sameAsOfLine: createIntegerList(),
  }
}

/** Adds a problem of a row, as `onProblem` reports it. Problems may be added in any order. */
export function logProblem(log: OutcomeLog, { kind, line, column, reason, sameAs }: RowProblem): void {
  const prefix = column === null ? '' : `${column}: `
  const text = sameAs === null ? reason : reason.replaceAll(`line ${sameAs}`, `line ${lineMark}`)
  addReason(log, kind, line, prefix + text, sameAs ?? 0)
}

/** Adds a field without which a row was created, as `onOmission` reports it. */
export function logOmission(log: OutcomeLog, { line, column, reason }: RowOmission): void {
  addReason(log, 'created', line, `without ${column}: ${reason}`, 0)
}

/**
 * The kind and the reasons of a row's problems, or `created` and the reasons why the row lacks fields; undefined if there are
 * neither.
 */
export function findLoggedOutcome(log: OutcomeLog, line: number): LoggedOutcome | undefined {
  const kind = kinds[getInteger(log.kindOfLine, line) - 1]
  if (kind === undefined) return undefined
  const sameAs = String(getInteger(log.sameAsOfLine, line))
  return { kind, reason: reasonAt(log, line).replaceAll(lineMark, sameAs) }
}

function addReason(
  log: OutcomeLog,
  kind: LoggedOutcome['kind'],
  line: number,
  text: string,
  sameAs: number,
): void {
  // A row may have a reason in each of several columns.
  const earlier = getInteger(log.kindOfLine, line) > 0 ? `${reasonAt(log, line)}; ` : ''
  setInteger(log.kindOfLine, line, kinds.indexOf(kind) + 1)
  setInteger(log.reasonOfLine, line, storeReason(log, earlier + text))
  setInteger(log.sameAsOfLine, line, sameAs)
}

function reasonAt({ reasons, reasonOfLine }: OutcomeLog, line: number): string {
  return reasons[getInteger(reasonOfLine, line)] ?? ''
}

function storeReason({ reasons, reasonIndexes }: OutcomeLog, text: string): number {
  const existingIndex = reasonIndexes.get(text)
  if (existingIndex !== undefined) return existingIndex
  const index = reasons.push(text) - 1
  if (reasonIndexes.size < maxLookups) reasonIndexes.set(text, index)
  return index
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
