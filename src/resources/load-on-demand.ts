import type { CalledMethod } from '../operations/operation-spec.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import type { Outcome } from '../transport/attempts/outcome.ts'
import { createTimeoutError, toError } from '../transport/create-error.ts'
import type { Redaction } from '../transport/redact.ts'

/**
 * The limits of a call that first has to load a part of the package. They are not validated yet; the loaded part validates them.
 */
interface LoadLimits extends CalledMethod {
  /** The outcome of the call if it ends before the part is loaded. */
  readonly outcome: Outcome
  /** Removes the API key from the abort reason. */
  readonly redact?: Redaction
  readonly signal: unknown
  readonly timeout: unknown
  /** Creates the error to throw if loading exceeds the timeout. */
  readonly createTimeoutError?: () => Error
}

/**
 * Creates a function that loads a part of the package from a separate chunk. If loading fails, the next call
 * tries again.
 */
export function createLoader<Part>(load: () => Promise<Part>): (limits: LoadLimits) => Promise<Part> {
  let part: Promise<Part> | undefined
  return async ({ timeout, ...limits }) => {
    const signal = limits.signal instanceof AbortSignal ? limits.signal : undefined
    const failed = { ...limits, repeatable: true, signal }
    part ??= load()
    try {
      return await withTimeout(part, {
        signal,
        timeout: typeof timeout === 'number' && timeout > 0 ? timeout : Number.POSITIVE_INFINITY,
        createTimeoutError: limits.createTimeoutError ?? (() => createTimeoutError(failed)),
      })
    } catch (error) {
      part = undefined
      throw toError(error, failed, 'a part of the client could not be loaded')
    }
  }
}
