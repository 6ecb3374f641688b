import type { OperationName } from '../contract/operations.ts'
import { messageOf } from '../shared/errors.ts'
import type { LogLevel, RequestOptions } from './options/options.ts'
import type { Settings } from './options/resolve.ts'
import type { Outcome } from './outcome.ts'
import type { Redaction } from './redact.ts'

/** What is known of a call while it runs. */
export interface Context {
  readonly operation: OperationName
  readonly options: RequestOptions
  readonly settings: Settings
  readonly redact: Redaction
  /** Writes a line where its level is wanted; the line is made only then. */
  readonly write: (level: Exclude<LogLevel, 'off'>, line: () => string) => void
  readonly progress: {
    /** The number of the call in this process. */
    readonly call: number
    /** How many attempts there have been. */
    attempts: number
    /** What they may have done. */
    outcome: Outcome
    /** The status of the last one; null where no response came. */
    status: number | null
    /** What the one before failed with. */
    failure?: unknown
  }
}

/** Calls a hook of the caller's that only looks on, if there is one: what it throws is logged, and changes nothing. */
export async function runHook<Event>(
  { write }: Context,
  name: string,
  hook: ((event: Event) => void | Promise<void>) | undefined,
  createEvent: () => Event,
): Promise<void> {
  try {
    await hook?.(createEvent())
  } catch (error) {
    write('error', () => `${name} failed: ${messageOf(error)}`)
  }
}
