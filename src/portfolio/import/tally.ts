import type { ImportCounts, LineRange, RowProblem, RowProblemKind } from '../report.ts'

/** Counts what becomes of the rows. */
export interface Tally {
  read(): void
  created(rows: number): void
  /** Rows that an earlier run has created, as the journal says, or the list. */
  createdEarlier(rows: number): void
  /** Rows that this run has sent, and of which it knows what became of them. */
  sent(rows: number): void
  /** A row that a dry run would send. */
  planned(): void
  /** A row that is not created, with all that is wrong with it. */
  problem(problems: readonly [RowProblem, ...RowProblem[]]): void
  /** A row that the import stopped before; `isDoubtful` where it may exist all the same. */
  left(line: number, isDoubtful: boolean): void
  counts(): ImportCounts
  /** How many rows this run has sent and settled. */
  settledBySending(): number
  /** In the order of the source. */
  problems(): RowProblem[]
  leftLines(): { readonly left: LineRange[]; readonly inDoubt: LineRange[] }
}

export interface TallyOptions {
  readonly keepProblems: number
  readonly onProblem: (problem: RowProblem) => void
}

const countOf = {
  invalid: 'invalid',
  refused: 'refused',
  duplicate: 'duplicates',
  possible_duplicate: 'possibleDuplicates',
} as const satisfies Record<RowProblemKind, keyof ImportCounts>

export function createTally({ keepProblems, onProblem }: TallyOptions): Tally {
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
  let sent = 0
  const kept: RowProblem[] = []
  const left: number[] = []
  const inDoubt: number[] = []
  return {
    read() {
      counts.rows += 1
    },
    created(rows) {
      counts.created += rows
    },
    createdEarlier(rows) {
      counts.created += rows
      counts.createdEarlier += rows
    },
    sent(rows) {
      sent += rows
    },
    planned() {
      counts.planned += 1
    },
    problem(problems) {
      counts[countOf[problems[0].kind]] += 1
      for (const problem of problems) {
        if (kept.length < keepProblems) kept.push(problem)
        onProblem(problem)
      }
    },
    left(line, isDoubtful) {
      counts.left += 1
      extend(left, line)
      if (isDoubtful) extend(inDoubt, line)
    },
    counts: () => ({ ...counts }),
    settledBySending: () => sent,
    problems: () => kept.toSorted((one, other) => one.line - other.line),
    leftLines: () => ({ left: rangesOf(left), inDoubt: rangesOf(inDoubt) }),
  }
}

/** Lines that follow each other take no more room than two. */
function extend(ranges: number[], line: number): void {
  if (ranges.length > 0 && ranges.at(-1) === line - 1) ranges[ranges.length - 1] = line
  else ranges.push(line, line)
}

function rangesOf(pairs: readonly number[]): LineRange[] {
  const ranges: LineRange[] = []
  for (let at = 0; at + 1 < pairs.length; at += 2)
    ranges.push({ from: pairs[at] ?? 0, to: pairs[at + 1] ?? 0 })
  const sorted = ranges.sort((one, other) => one.from - other.from)
  return sorted.reduce<LineRange[]>((joined, range) => {
    const last = joined.at(-1)
    if (last === undefined || range.from > last.to + 1) joined.push(range)
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    return joined
  }, [])
}
