import type { ImportReport, LineRange, RowOmission, RowProblem } from '../import-report.ts'
import { createIntegerList, getInteger, setInteger } from '../integer-list.ts'

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

/** The outcomes of the rows that an import has not created, or has created without some fields. Each takes a few bytes, because a source may have a million rows. */
export interface OutcomeLog {
  /** Adds a problem of a row, as `onProblem` reports it. Problems may be added in any order. */
  add(problem: RowProblem): void
  /** Adds a field without which a row was created, as `onOmission` reports it. */
  addOmission(omission: RowOmission): void
  /**
   * The kind and the reasons of a row's problems, or `created` and the reasons why the row lacks fields; undefined if there are
   * neither.
   */
  find(line: number): LoggedOutcome | undefined
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
  const reasons: string[] = []
  const reasonIds = new Map<string, number>()
  /** By line: the number of the outcome's kind plus 1, or 0 if none is logged. */
  const kindOfLine = createIntegerList()
  /** By line: the index of the reason. */
  const reasonOfLine = createIntegerList()
  /** By line: the line of the earlier row. */
  const sameAsOfLine = createIntegerList()

  return {
    add({ kind, line, column, reason, sameAs }) {
      const prefix = column === null ? '' : `${column}: `
      const text = sameAs === null ? reason : reason.replaceAll(`line ${sameAs}`, `line ${lineMark}`)
      addReason(kind, line, prefix + text, sameAs ?? 0)
    },
    addOmission({ line, column, reason }) {
      addReason('created', line, `without ${column}: ${reason}`, 0)
    },
    find(line) {
      const kind = kinds[getInteger(kindOfLine, line) - 1]
      if (kind === undefined) return undefined
      return { kind, reason: reasonAt(line).replaceAll(lineMark, String(getInteger(sameAsOfLine, line))) }
    },
  }

  function addReason(kind: LoggedOutcome['kind'], line: number, text: string, sameAs: number): void {
    // A row may have a reason in each of several columns.
    const earlier = getInteger(kindOfLine, line) > 0 ? `${reasonAt(line)}; ` : ''
    setInteger(kindOfLine, line, kinds.indexOf(kind) + 1)
    setInteger(reasonOfLine, line, storeReason(earlier + text))
    setInteger(sameAsOfLine, line, sameAs)
  }

  function reasonAt(line: number): string {
    return reasons[getInteger(reasonOfLine, line)] ?? ''
  }

  function storeReason(text: string): number {
    const existingId = reasonIds.get(text)
    if (existingId !== undefined) return existingId
    reasons.push(text)
    if (reasonIds.size < maxLookups) reasonIds.set(text, reasons.length - 1)
    return reasons.length - 1
  }
}

/** Creates a function that returns the outcome of a row. Rows must be passed in the order of the source. */
export function createOutcomeReader(
  { rows, stopped }: Pick<ImportReport, 'rows' | 'stopped'>,
  log: OutcomeLog,
): (line: number) => RowOutcome {
  const isRemaining = createRangeReader(stopped?.remaining ?? [])
  const isInDoubt = createRangeReader(stopped?.inDoubt ?? [])
  let count = 0
  return line => {
    count += 1
    const [remains, mayExist] = [isRemaining(line), isInDoubt(line)]
    const logged = log.find(line)
    if (logged !== undefined) return { outcome: logged.kind, reason: logged.reason }
    // The import has not read the rows after the first `rows`.
    if (!remains && count <= rows) return { outcome: 'created', reason: '' }
    return { outcome: mayExist ? 'in_doubt' : 'remaining', reason: '' }
  }
}

/** Creates a function that returns whether a line is in one of the ranges. Lines must be passed in ascending order. */
function createRangeReader(ranges: readonly LineRange[]): (line: number) => boolean {
  let index = 0
  return line => {
    while ((ranges[index]?.to ?? line) < line) index += 1
    return (ranges[index]?.from ?? line + 1) <= line
  }
}
