import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs'
import type { RowProblem } from '../../src/portfolio/import-report.ts'
import type { CommandCall } from '../definition/command.ts'
import { createUnwritableError } from '../failure.ts'
import { csvLine } from '../output/rows.ts'

/** Maximum number of shown problems of each kind: a file that was imported before has only duplicates. */
const maxShown: Readonly<Record<RowProblem['kind'], number>> = {
  invalid: 20,
  refused: 20,
  possible_duplicate: 20,
  duplicate: 5,
}

const fields = ['line', 'column', 'kind', 'reason', 'sameAs'] as const

/**
 * Shows some of the rows that are not created, and immediately writes all of them to the file of `--problems`: as CSV, or as one JSON
 * object per line, by its extension. Replaces the content of the file. Only its owner may read it, because it contains names of
 * persons.
 */
export function createProblems({ output }: Pick<CommandCall, 'output'>, file: string | undefined) {
  const shownCounts = new Map<RowProblem['kind'], number>()
  const isCsv = file !== undefined && /\.csv$/i.test(file)
  const descriptor = file === undefined ? null : orThrowUnwritable(() => openSync(file, 'w', 0o600))
  // Otherwise an existing file would keep its mode.
  if (descriptor !== null) orThrowUnwritable(() => fchmodSync(descriptor, 0o600))
  let [hiddenCount, repeats] = [0, 0]
  if (isCsv) write(fields.join(','))

  function orThrowUnwritable<Value>(operation: () => Value): Value {
    try {
      return operation()
    } catch (error) {
      throw createUnwritableError(file ?? '', error)
    }
  }

  function write(line: string): void {
    // Unlike writeSync, this writes everything or throws.
    if (descriptor !== null) orThrowUnwritable(() => writeFileSync(descriptor, `${line}\n`))
  }

  return {
    add(problem: RowProblem): void {
      const { kind, line, column, reason, sameAs } = problem
      write(isCsv ? csvLine(fields.map(field => problem[field])) : JSON.stringify(problem))
      if (sameAs !== null) repeats += 1
      const count = (shownCounts.get(kind) ?? 0) + 1
      shownCounts.set(kind, count)
      if (count <= maxShown[kind])
        output.note(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
      else hiddenCount += 1
    },
    /** Number of rows that repeat another row of the file. */
    repeatCount: () => repeats,
    end(): void {
      const place =
        file === undefined ? 'not shown; --problems FILE writes them all' : 'in the --problems file'
      if (hiddenCount > 0) output.note(`and ${hiddenCount.toLocaleString('en')} more, ${place}`)
    },
    close(): void {
      if (descriptor !== null) closeSync(descriptor)
    },
  }
}
