import { setFlagsFromString } from 'node:v8'
import { commandEntries } from './catalogue.ts'
import { runProgram } from './run-program.ts'

/** The program of all commands. */
export function run(): Promise<void> {
  if (process.argv[2] === 'import') {
    // Keeps the heap small during an import. Rows are needed only briefly, so a larger heap would only fill with rows that are
    // no longer used.
    for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=20']) setFlagsFromString(flag)
  }
  return runProgram(commandEntries)
}
