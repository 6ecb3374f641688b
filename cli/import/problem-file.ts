import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs'
import type { RowOmission, RowProblem } from '../../src/portfolio/import-report.ts'
import { codeOf } from '../../src/shared/errors.ts'
import { createUnwritableError } from '../failure.ts'
import { createExistsError } from '../output/replace-file.ts'
import { csvLine } from '../output/rows.ts'

/** A line of the file: a row that is not created, or a field without which a row is created. */
export type ProblemLine = RowProblem | (RowOmission & { readonly kind: 'omitted'; readonly sameAs: null })

export interface ProblemFile {
  write(problem: ProblemLine): void
  close(): void
}

const fields = ['line', 'column', 'kind', 'reason', 'sameAs'] as const

/**
 * Opens the file that `--problems` names, and empties it if it may be replaced. Each problem is written immediately: as a line of CSV if the name
 * ends in `.csv`, otherwise as a line of JSON. Only the owner may read the file, because it contains names of persons.
 */
export function openProblemFile(file: string, { replaces }: { readonly replaces: boolean }): ProblemFile {
  const isCsv = /\.csv$/i.test(file)
  const descriptor = orThrowUnwritable(() => openSync(file, replaces ? 'w' : 'wx', 0o600))
  // An existing file would otherwise keep its permissions, which may be wider.
  orThrowUnwritable(() => fchmodSync(descriptor, 0o600))
  if (isCsv) writeLine(fields.join(','))

  return {
    write: (problem: ProblemLine) =>
      writeLine(isCsv ? csvLine(fields.map(field => problem[field])) : JSON.stringify(problem)),
    close: () => closeSync(descriptor),
  }

  function writeLine(line: string): void {
    // Unlike writeSync, writeFileSync writes the complete text or throws.
    orThrowUnwritable(() => writeFileSync(descriptor, `${line}\n`))
  }

  function orThrowUnwritable<Value>(operation: () => Value): Value {
    try {
      return operation()
    } catch (error) {
      throw codeOf(error) === 'EEXIST' ? createExistsError(file) : createUnwritableError(file, error)
    }
  }
}
