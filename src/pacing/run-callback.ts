import { isInstanceOf } from '../shared/errors.ts'
import { maxTimer, whenAborted } from './sleep.ts'

/** The minimum time that a promise returned by a caller's function has to settle, in milliseconds. */
export const callbackGrace = 5000

/** The time limits for a promise that a caller's function returns. */
export interface CallbackLimits {
  readonly signal?: AbortSignal | undefined
  /**
   * The time limit, counted from the abort of the signal, in milliseconds. Default: {@link callbackGrace}.
   */
  readonly grace?: number | undefined
  /**
   * The time limit as long as the signal is not aborted, in milliseconds. A value below {@link callbackGrace} is raised to it.
   */
  readonly giveUpAfter?: number | undefined
  /** A time limit in milliseconds that replaces `giveUpAfter`. It has no minimum. */
  readonly timeout?: number | undefined
}

/** Thrown if a caller's function returns a promise that does not settle in time. */
export class CallbackTimeoutError extends Error {
  override readonly name = 'CallbackTimeoutError'
  /** Whether the signal was aborted before the time limit. */
  readonly isAborted: boolean

  constructor(name: string, milliseconds: number, isAborted: boolean) {
    super(`${name} did not settle within ${milliseconds} ms${isAborted ? ' after the end' : ''}`)
    this.isAborted = isAborted
  }
}

/**
 * Calls a caller's function and awaits its promise within time limits. Rejects with the function's error, and
 * ignores a rejection after the limit. Every function that a caller passes is called through this function.
 *
 * @param name - The name of the function in the public interface.
 * @throws CallbackTimeoutError if the promise exceeds a limit.
 */
export function runCallback<Value>(
  name: string,
  callback: () => Value | PromiseLike<Value>,
  { signal, grace = callbackGrace, giveUpAfter = Number.POSITIVE_INFINITY, timeout }: CallbackLimits,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let release = () => {}
  return new Promise<Value>((resolve, reject) => {
    const limit = (milliseconds: number, isAborted = false) => {
      clearTimeout(timer)
      const giveUp = () => reject(new CallbackTimeoutError(name, milliseconds, isAborted))
      if (milliseconds <= maxTimer) timer = setTimeout(giveUp, milliseconds)
    }
    limit(timeout ?? Math.max(giveUpAfter, callbackGrace))
    release = whenAborted(signal, () => limit(grace, true))
    const running = new Promise<Value>(settle => settle(callback()))
    running.then(resolve, reject)
  }).finally(() => {
    clearTimeout(timer)
    release()
  })
}

/**
 * Creates `notify`, which calls observers: functions of the application whose results are ignored. Calls
 * `fail` if an observer throws, rejects or exceeds its time limits. After an observer has exceeded its
 * limits, `notify` calls no observer any more.
 */
export function createObservers(limits: CallbackLimits, fail: (error: unknown) => void) {
  const pending = new Set<Promise<void>>()
  let isGivenUp = false

  return {
    notify<Event>(name: string, observer: ((event: Event) => unknown) | undefined, event: Event): void {
      if (observer === undefined || isGivenUp) return
      try {
        const result = observer(event)
        // Most observers return nothing. Creating a promise for each call would cost more than the call
        // itself.
        if (typeof result === 'object' && result !== null) wait(name, result)
      } catch (error) {
        fail(error)
      }
    },
    isPending: () => pending.size > 0,
    /** Resolves when each promise that an observer returned has settled or exceeded its limits. */
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },
  }

  function wait(name: string, result: object): void {
    const settled = runCallback(name, () => result, limits)
      .catch(error => {
        isGivenUp ||= isInstanceOf(error, CallbackTimeoutError)
        fail(error)
      })
      .then(() => void pending.delete(settled))
    pending.add(settled)
  }
}
