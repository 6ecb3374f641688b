import type { Operation } from '../contract/operations.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import { messageOf } from '../shared/errors.ts'
import type { Outcome } from './attempts/outcome.ts'
import type { WriteLog } from './log.ts'
import type { Notify } from './notify.ts'
import type { RequestOptions } from './options/options.ts'
import type { ClientSettings } from './options/resolve.ts'
import type { Redaction } from './redact.ts'

/** The state of a running call. */
export interface Context extends CalledMethod {
  /** The operation's entry in the contract. */
  readonly contract: Operation
  /** A copy of the caller's options; empty until they have been checked. */
  options: RequestOptions
  readonly settings: ClientSettings
  readonly redact: Redaction
  /** The value of `performance.now()` at the start of the call. */
  readonly startedAt: number
  /** The value of `performance.now()` at which `totalTimeout` ends. */
  readonly deadline: number
  readonly write: WriteLog
  readonly notify: Notify
  readonly progress: {
    /** The sequence number of the call in this process, starting at 1. */
    readonly call: number
    /** The number of attempts so far. */
    attempts: number
    /** Whether the service has processed any of the attempts. */
    outcome: Outcome
    /** The status of the last attempt; null if it got no response. */
    status: number | null
    /** The error of the previous attempt. */
    failure?: unknown
  }
}

/**
 * Calls a hook. An error thrown by the hook is only logged; the call continues. Waits for the hook until the call's time limit,
 * but at least 1 ms.
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
    // Without the minimum of 1 ms, a hook that has already ended could be reported as late.
    const timeLeft = Math.max(1, Math.min(deadline - performance.now(), timeout || Number.POSITIVE_INFINITY))
    const logDelay = () => write('error', () => `${name} has not ended in time: the call goes on without it`)
    await withTimeout(work, { signal, timeout: timeLeft }).catch(logDelay)
  } catch (error) {
    logFailure(error)
  }
}
