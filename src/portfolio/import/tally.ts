import { toRanges } from '../journal/entries.ts'
import type { ImportOptions } from '../options.ts'
import type { ImportCounts, ImportProgress, LineRange, RowProblem } from '../report.ts'

const countOf = {
  invalid: 'invalid',
  refused: 'refused',
  duplicate: 'duplicates',
  possible_duplicate: 'possibleDuplicates',
} as const satisfies Record<RowProblem['kind'], keyof ImportCounts>

/** What the caller sees of an import besides its counts. */
type Shown = Pick<ImportProgress, 'pausedFor' | 'nextReadIn' | 'inDoubt' | 'failure'>

/** Counts what becomes of the rows, and tells the caller. */
export type Tally = ReturnType<typeof createTally>

/** @param stop called where a function of the caller's throws. */
export function createTally(
  { keepProblems = 10_000, onProblem, onProgress }: ImportOptions,
  bytesRead: () => ImportProgress['read'],
  stop: (cause: 'failed', error: unknown) => void,
) {
  const counts = {
    rows: 0,
    created: 0,
    createdEarlier: 0,
    planned: 0,
    invalid: 0,
    refused: 0,
    duplicates: 0,
    possibleDuplicates: 0,
    left: 0,
  }
  let shown: Shown = { pausedFor: null, nextReadIn: null, inDoubt: 0, failure: null }
  const problems: RowProblem[] = []
  const [left, inDoubt]: [number[], number[]] = [[], []]
  return {
    counts,
    add(count: keyof ImportCounts, rows = 1) {
      counts[count] += rows
    },
    /** A row that is not created, with all that is wrong with it. */
    problem(...found: readonly [RowProblem, ...RowProblem[]]) {
      counts[countOf[found[0].kind]] += 1
      for (const one of found) {
        if (problems.length < keepProblems) problems.push(one)
        call(onProblem, one)
      }
    },
    /** A row that the import stopped before; `isDoubtful` if it may still exist. */
    left(line: number, isDoubtful = false) {
      counts.left += 1
      left.push(line)
      if (isDoubtful) inDoubt.push(line)
    },
    /** Shows something from now on; why the service does not do its work, with what is told next. */
    show(part: Partial<Shown>) {
      shown = { ...shown, ...part }
      if (!('failure' in part)) tell()
    },
    tell,
    /** The problems in the order of the source. */
    problems: () => problems.toSorted((one, other) => one.line - other.line),
    leftLines: () => ({ left: inOrder(left), inDoubt: inOrder(inDoubt) }),
  }

  function tell(): void {
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    // What is in two counts, and what is none of them.
    const settled = all - counts.createdEarlier - counts.rows
    call(onProgress, { ...counts, settled, read: bytesRead(), ...shown })
  }

  function call<Told>(tellCaller: ((told: Told) => void) | undefined, told: Told): void {
    try {
      tellCaller?.(told)
    } catch (error) {
      stop('failed', error)
    }
  }
}

function inOrder(lines: readonly number[]): LineRange[] {
  const ranges = toRanges(lines)
  return ranges.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: ranges[at + 1] ?? from }] : []))
}
