import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import type { RowOmission, RowProblem } from '../../src/portfolio/import-report.ts'
import { createUnwritableError } from '../failure.ts'
import { type CsvStyle, markOf } from '../output/csv-style.ts'
import { locateNewFile, nameNewFile } from '../output/replace-file.ts'
import { csvLine } from '../output/rows.ts'
import type { OutputFile } from './output-file.ts'

/** A line of the file: a row that is not created, or a field without which a row is created. */
export type ProblemLine = RowProblem | (RowOmission & { readonly kind: 'omitted'; readonly sameAs: null })

export interface ProblemFile {
  write(problem: ProblemLine): void
  /** Gives the file its name, if all lines could be written. */
  end(): Promise<void>
  /** Removes what was written, unless the file has its name. */
  discard(): void
}

const fields = ['line', 'column', 'kind', 'reason', 'sameAs'] as const

/**
 * Opens the file that `--problems` names. It gets its name at the end, so that an import that does not begin leaves none. Each
 * problem is written immediately: as a line of CSV if the name ends in `.csv`, otherwise as a line of JSON. Only the owner may read
 * the file, because it contains names of persons.
 *
 * @param style that of CSV.
 */
export async function openProblemFile({ file, replaces }: OutputFile, style: CsvStyle): Promise<ProblemFile> {
  const isCsv = /\.csv$/i.test(file)
  const newFile = await locateNewFile(file, { replaces })
  const descriptor = orThrowUnwritable(() => openSync(newFile.temporaryFile, 'wx', 0o600))
  const state = { isOpen: true, hasFailed: false }
  const close = () => {
    if (state.isOpen) closeSync(descriptor)
    state.isOpen = false
  }
  if (isCsv) writeLine(`${markOf(style)}${fields.join(style.delimiter)}`)

  return {
    write: problem =>
      writeLine(
        isCsv
          ? csvLine(
              fields.map(field => problem[field]),
              style.delimiter,
            )
          : JSON.stringify(problem, [...fields]),
      ),
    async end() {
      if (state.hasFailed) return
      orThrowUnwritable(() => fsyncSync(descriptor))
      close()
      await nameNewFile(newFile)
    },
    discard() {
      close()
      rmSync(newFile.temporaryFile, { force: true })
    },
  }

  function writeLine(line: string): void {
    // Unlike writeSync, writeFileSync writes the complete text or throws.
    orThrowUnwritable(() => writeFileSync(descriptor, `${line}\n`))
  }

  function orThrowUnwritable<Value>(operation: () => Value): Value {
    try {
      return operation()
    } catch (error) {
      state.hasFailed = true
      throw createUnwritableError(file, error)
    }
  }
}
