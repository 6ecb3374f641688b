import { extendRanges, linesOf, toRanges } from '../journal/entries.ts'
import type { ImportCounts, LineRange, RowProblem, RowProblemKind } from '../report.ts'

const countOf = {
  invalid: 'invalid',
  refused: 'refused',
  duplicate: 'duplicates',
  possible_duplicate: 'possibleDuplicates',
} as const satisfies Record<RowProblemKind, keyof ImportCounts>

/** Counts what becomes of the rows. */
export function createTally(keepProblems: number, onProblem: (problem: RowProblem) => void) {
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
  const kept: RowProblem[] = []
  const [left, inDoubt]: [number[], number[]] = [[], []]
  return {
    counts,
    /** Rows that this run has sent, and of which it knows what became of them. */
    sent: 0,
    /** Rows that an earlier run has created, as the journal says, or the list. */
    createdEarlier(rows: number) {
      counts.created += rows
      counts.createdEarlier += rows
    },
    /** A row that is not created, with all that is wrong with it. */
    problem(...problems: readonly [RowProblem, ...RowProblem[]]) {
      counts[countOf[problems[0].kind]] += 1
      for (const problem of problems) {
        if (kept.length < keepProblems) kept.push(problem)
        onProblem(problem)
      }
    },
    /** A row that the import stopped before; `isDoubtful` if it may still exist. */
    left(line: number, isDoubtful = false) {
      counts.left += 1
      extendRanges(left, line)
      if (isDoubtful) extendRanges(inDoubt, line)
    },
    /** In the order of the source. */
    problems: () => kept.toSorted((one, other) => one.line - other.line),
    leftLines: () => ({ left: inOrder(left), inDoubt: inOrder(inDoubt) }),
  }
}

function inOrder(given: readonly number[]): LineRange[] {
  const ranges = toRanges(linesOf(given))
  return ranges.flatMap((from, at) => (at % 2 === 0 ? { from, to: ranges[at + 1] ?? from } : []))
}
