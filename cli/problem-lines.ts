import type { RowProblem, RowProblemKind } from '../src/portfolio/report.ts'
import type { CommandCall } from './define-command.ts'

/** Tells of problems as they come, up to a number of each kind: a file that was imported before is all duplicates. */
export interface ProblemLines {
  tell(problem: RowProblem): void
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
  const told = new Map<RowProblemKind, number>()
  let untold = 0
  return {
    tell({ kind, line, column, reason }) {
      const count = (told.get(kind) ?? 0) + 1
      told.set(kind, count)
      if (count <= most[kind]) output.note(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
      else untold += 1
    },
    end() {
      if (untold === 0) return
      const where = areInFile ? 'in the file of --problems' : 'not shown: --problems FILE writes all'
      output.note(`and ${untold.toLocaleString('en')} more, ${where}`)
    },
  }
}
