import type { RowProblem, RowProblemKind } from '../../src/portfolio/report.ts'
import type { CommandCall } from '../definition/define.ts'

/** Reports problems as they come, up to a number of each kind: a file that was imported before is all duplicates. */
export interface ProblemLines {
  report(problem: RowProblem): void
  end(): void
}

const most: Readonly<Record<RowProblemKind, number>> = {
  invalid: 20,
  refused: 20,
  possible_duplicate: 20,
  duplicate: 5,
}

export function createProblemLines(
  { output }: Pick<CommandCall, 'output'>,
  areInFile: boolean,
): ProblemLines {
  const reported = new Map<RowProblemKind, number>()
  let unreported = 0
  return {
    report({ kind, line, column, reason }) {
      const count = (reported.get(kind) ?? 0) + 1
      reported.set(kind, count)
      if (count <= most[kind]) output.note(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
      else unreported += 1
    },
    end() {
      if (unreported === 0) return
      const where = areInFile ? 'in the --problems file' : 'not shown; --problems FILE writes them all'
      output.note(`and ${unreported.toLocaleString('en')} more, ${where}`)
    },
  }
}
