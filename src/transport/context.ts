import type { Operation } from '../contract/operations.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import { messageOf } from '../shared/errors.ts'
import type { Outcome } from './attempts/outcome.ts'
import type { LogLevel, RequestOptions } from './options/options.ts'
import type { ClientSettings } from './options/resolve.ts'
import type { Redaction } from './redact.ts'

/** The state of a running call. */
export interface Context extends CalledMethod {
  /** The operation's row of the contract. */
  readonly contract: Operation
  /** A copy of the caller's options; empty until they have been checked. */
  options: RequestOptions
  readonly settings: ClientSettings
  readonly redact: Redaction
  /** The start of the call, by `performance.now()`. */
  readonly startedAt: number
  /** The end of `totalTimeout`, by `performance.now()`. */
  readonly deadline: number
  /** Writes a log line. Composes the line only if its level is enabled. */
  readonly write: (level: Exclude<LogLevel, 'off'>, line: () => string) => void
  readonly progress: {
    /** The number of the call in this process, counted from 1. */
    readonly call: number
    /** The number of attempts so far. */
    attempts: number
    /** Whether the service has processed one of the attempts. */
    outcome: Outcome
    /** The status of the last attempt; null if it got no response. */
    status: number | null
    /** The error of the previous attempt. */
    failure?: unknown
  }
}

/**
 * Calls a hook that only observes, and logs its error. Waits for the hook within the time limits of the call. If these are over, waits for
 * 1 ms.
 */
export async function runHook<Event>(
  context: Context,
  name: string,
  hook: ((event: Event) => void | Promise<void>) | undefined,
  createEvent: () => Event,
): Promise<void> {
  if (hook === undefined) return
  const { settings, options, deadline, write } = context
  const { signal, timeout = settings.timeout } = options
  const logFailure = (error: unknown) => write('error', () => `${name} failed: ${messageOf(error)}`)
  try {
    const result = hook(createEvent())
    if (result === undefined) return
    const work = Promise.resolve(result).catch(logFailure)
    // Waits for at least 1 ms, so that a hook that has already ended is not reported as late.
    const timeLeft = Math.max(1, Math.min(deadline - performance.now(), timeout || Number.POSITIVE_INFINITY))
    const logDelay = () => write('error', () => `${name} has not ended in time: the call goes on without it`)
    await withTimeout(work, { signal, timeout: timeLeft }).catch(logDelay)
  } catch (error) {
    logFailure(error)
  }
}
