import { isInstanceOf } from '../shared/errors.ts'
import { maxTimer, whenAborted } from './sleep.ts'

/** The minimum time limit of a caller's promise, in milliseconds. */
export const callbackGrace = 5000

/** The time limits of a caller's promise. */
export interface CallbackLimits {
  readonly signal?: AbortSignal | undefined
  /** The time limit after the signal is aborted, in milliseconds. Default: {@link callbackGrace}. */
  readonly grace?: number | undefined
  /** The time limit without an abort, in milliseconds; at least {@link callbackGrace}. */
  readonly giveUpAfter?: number | undefined
  /** The time limit in milliseconds, in place of `giveUpAfter` and without a minimum. */
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
 * Calls a caller's function and awaits its promise within time limits. Rejects with the function's error, and ignores a rejection after
 * the limit. All functions of callers are called in this way.
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
 * Calls functions that only observe. `settled` awaits the promises that they return. If a function throws, rejects or exceeds its
 * limits, `fail` is called. After a function has exceeded its limits, no function is called any more.
 */
export function createObservers(limits: CallbackLimits, fail: (error: unknown) => void) {
  const pending = new Set<Promise<void>>()
  let isGivenUp = false

  return {
    notify<Event>(name: string, observer: ((event: Event) => unknown) | undefined, event: Event): void {
      if (observer === undefined || isGivenUp) return
      try {
        const result = observer(event)
        // Most functions return nothing, and creating a promise would cost more than the call.
        if (typeof result === 'object' && result !== null) wait(name, result)
      } catch (error) {
        fail(error)
      }
    },
    isPending: () => pending.size > 0,
    /** Resolves when each promise has settled or exceeded its limits. */
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
