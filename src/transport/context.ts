import type { OperationName } from '../contract/operations.ts'
import type { LogLevel, RequestOptions, Settings } from './options/options.ts'
import type { Outcome } from './outcome.ts'
import type { Redaction } from './secrecy/redact.ts'

/** Writes a line where its level is wanted; the line is made only then. */
export type Log = (level: Exclude<LogLevel, 'off'>, line: () => string) => void

/** What a call has of its client, and how far it has got. */
export interface Context {
  readonly settings: Settings
  readonly redact: Redaction
  readonly write: Log
  readonly progress: {
    /** The number of the call among those of the client, counted from 1. */
    readonly call: number
    /** How many attempts there have been. */
    attempts: number
    /** What they may have done. */
    outcome: Outcome
    /** The status of the last one; null where no response came. */
    status: number | null
  }
}

/** One call of an operation. Its content comes later: what knows of it is loaded on demand. */
export interface CallSpecification<Known> {
  readonly operation: OperationName
  readonly content: () => Known | Promise<Known>
  readonly options: RequestOptions | undefined
}
