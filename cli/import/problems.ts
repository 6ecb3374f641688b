import type { RowOmission, RowProblem } from '../../src/portfolio/import-report.ts'
import type { CommandCall } from '../definition/command.ts'
import { nameFlags } from './option-flags.ts'
import { openProblemFile, type ProblemLine } from './problem-file.ts'

/**
 * Maximum number of problems to show, by kind. The number for duplicates is low, because in a file that was imported before,
 * every row is a duplicate.
 */
const maxShown: Readonly<Record<ProblemLine['kind'], number>> = {
  invalid: 20,
  omitted: 20,
  refused: 20,
  possible_duplicate: 20,
  duplicate: 5,
}

/**
 * Replaces the names of options in the reason of a problem by flags. Only the client's reasons, for invalid rows, contain option
 * names. The service's reasons contain none.
 */
export function nameFlagsOf(problem: RowProblem): RowProblem {
  return problem.kind === 'invalid' ? { ...problem, reason: nameFlags(problem.reason) } : problem
}

/** Replaces the names of options in the reason of an omission by flags. */
export function nameFlagsOfOmission(omission: RowOmission): RowOmission {
  return { ...omission, reason: nameFlags(omission.reason) }
}

/**
 * Reports the rows that are not created, and the fields without which rows are created: shows some of them, and writes all of them
 * to the file that `--problems` names, if any.
 */
export function createProblemReporter({ output }: Pick<CommandCall, 'output'>, fileName: string | undefined) {
  const file = fileName === undefined ? null : openProblemFile(fileName)
  const counts = new Map<ProblemLine['kind'], number>()
  let hiddenCount = 0
  const repeats = { duplicate: 0, possible_duplicate: 0 }
  return {
    add(problem: RowProblem): void {
      const { kind, sameAs } = problem
      if (sameAs !== null && (kind === 'duplicate' || kind === 'possible_duplicate')) repeats[kind] += 1
      showProblem(problem)
    },
    /** Reports a field without which a row is created. */
    addOmission(omission: RowOmission): void {
      const reason = `left out: ${omission.reason}`
      showProblem({ ...omission, kind: 'omitted', reason, sameAs: null })
    },
    /** Returns the numbers of rows that repeat, or may repeat, another row of the source. */
    countRepeats: () => ({ ...repeats }),
    end(): void {
      const place = file === null ? 'not shown; --problems FILE writes them all' : 'in the --problems file'
      if (hiddenCount > 0) output.note(`and ${hiddenCount.toLocaleString('en')} more, ${place}`)
    },
    close: () => file?.close(),
  }

  function showProblem(problem: ProblemLine): void {
    const { kind, line, column, reason } = problem
    file?.write(problem)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count > maxShown[kind]) hiddenCount += 1
    else output.note(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
  }
}
