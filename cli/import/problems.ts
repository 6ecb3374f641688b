import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs'
import type { RowProblem } from '../../src/portfolio/report.ts'
import type { CommandCall } from '../definition/command.ts'
import { unwritable } from '../failure.ts'
import { csvLine } from '../output/rows.ts'

/** How many problems of each kind are shown: a file that was imported before is all duplicates. */
const most: Readonly<Record<RowProblem['kind'], number>> = {
  invalid: 20,
  refused: 20,
  possible_duplicate: 20,
  duplicate: 5,
}

const fields = ['line', 'column', 'kind', 'reason', 'sameAs'] as const

/**
 * Shows some of the rows that are not created, and writes all of them to the file of `--problems` as soon as they are known: as
 * CSV, or one JSON object a line, as its name says. What was in it is overwritten. Only its owner may read it, as it names people.
 */
export function createProblems({ output }: Pick<CommandCall, 'output'>, file: string | undefined) {
  const shown = new Map<RowProblem['kind'], number>()
  const isCsv = file !== undefined && /\.csv$/i.test(file)
  const descriptor = file === undefined ? null : orRefuse(() => openSync(file, 'w', 0o600))
  // One that was there keeps its mode.
  if (descriptor !== null) orRefuse(() => fchmodSync(descriptor, 0o600))
  let [hidden, repeats] = [0, 0]
  if (isCsv) write(fields.join(','))

  function orRefuse<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      throw unwritable(file ?? '', error)
    }
  }

  function write(line: string): void {
    // Unlike writeSync, this goes on until all is written, or throws.
    if (descriptor !== null) orRefuse(() => writeFileSync(descriptor, `${line}\n`))
  }

  return {
    add(problem: RowProblem): void {
      const { kind, line, column, reason, sameAs } = problem
      write(isCsv ? csvLine(fields.map(field => problem[field])) : JSON.stringify(problem))
      if (sameAs !== null) repeats += 1
      const count = (shown.get(kind) ?? 0) + 1
      shown.set(kind, count)
      if (count <= most[kind]) output.note(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
      else hidden += 1
    },
    /** How many rows repeat another row of the file. */
    repeats: () => repeats,
    end(): void {
      const where =
        file === undefined ? 'not shown; --problems FILE writes them all' : 'in the --problems file'
      if (hidden > 0) output.note(`and ${hidden.toLocaleString('en')} more, ${where}`)
    },
    close(): void {
      if (descriptor !== null) closeSync(descriptor)
    },
  }
}
