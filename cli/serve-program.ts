import { runProgram } from './run-program.ts'
import { serveEntry } from './serve/entry.ts'

/** The program of `serve` alone, which packaging/build-serve.ts builds as one file. */
export function run(): Promise<void> {
  return runProgram(new Map([['serve', serveEntry]]))
}
