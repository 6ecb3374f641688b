import { closeSync, openSync, writeFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { RowProblem } from '../../src/portfolio/report.ts'
import { describeUnwritable } from '../failure.ts'
import { FileError } from '../usage.ts'

/** Every row that is not created, on the disk as soon as it is known. */
export interface ProblemFile {
  write(problem: RowProblem): void
  close(): void
}

const fields = ['line', 'column', 'kind', 'reason', 'sameAs'] as const

/** CSV, or one JSON object a line, as the name of the file says. What was in it is overwritten. */
export function openProblemFile(file: string): ProblemFile {
  const descriptor = openForWriting(file)
  const isCsv = /\.csv$/i.test(file)
  const write = (line: string) => {
    try {
      // Unlike writeSync, this goes on until all is written, or throws.
      writeFileSync(descriptor, `${line}\n`)
    } catch (error) {
      throw new Error(unwritable(file, error))
    }
  }
  if (isCsv) write(fields.join(','))
  return {
    write: problem => write(isCsv ? csvLine(problem) : JSON.stringify(problem)),
    close: () => closeSync(descriptor),
  }
}

/** A header or a sentence of the service must not become a formula of the spreadsheet that opens the file. */
function csvLine(problem: RowProblem): string {
  return Papa.unparse([fields.map(field => problem[field])], { escapeFormulae: true })
}

function openForWriting(file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new FileError(unwritable(file, error))
  }
}

function unwritable(file: string, error: unknown): string {
  return `${file} cannot be written: ${describeUnwritable(error)}`
}
