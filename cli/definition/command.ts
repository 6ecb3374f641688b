import type { Readable } from 'node:stream'
import type { Output } from '../output/output.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What a command is given by its process, or by a test. */
export interface Surroundings {
  readonly environment: Environment
  readonly stdin: Readable
  readonly output: Output
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal
}

/** One command: what `--help` prints, and what it does. */
export interface Command {
  readonly help: string
  /** Resolves with the exit status. */
  run(parameters: readonly string[], surroundings: Surroundings): Promise<ExitStatus>
}

/** The exit statuses, as documented in the help. */
export const exit = {
  done: 0,
  failed: 1,
  usage: 2,
  inPart: 3,
  entityLimit: 4,
  interrupted: 130,
} as const

export type ExitStatus = (typeof exit)[keyof typeof exit]
