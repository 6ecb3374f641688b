import { isInstanceOf } from '../shared/errors.ts'
import { maxTimer, whenAborted } from './sleep.ts'

/** The shortest time limit of a caller's promise, in milliseconds. */
export const callbackGrace = 5000

/** The time limits of a caller's promise. */
export interface CallbackLimits {
  readonly signal?: AbortSignal | undefined
  /** How long it may take once the signal is aborted, in milliseconds; {@link callbackGrace} by default. */
  readonly grace?: number | undefined
  /** How long it may take otherwise, in milliseconds: {@link callbackGrace} at least. */
  readonly giveUpAfter?: number | undefined
  /** How long it may take in any case, in milliseconds: in place of `giveUpAfter`, and as short as it says. */
  readonly timeout?: number | undefined
}

/** A function of the caller returned a promise that did not settle in time. */
export class CallbackTimeoutError extends Error {
  override readonly name = 'CallbackTimeoutError'
  /** Whether the signal was aborted before. */
  readonly isAborted: boolean

  constructor(name: string, milliseconds: number, isAborted: boolean) {
    super(`${name} did not settle within ${milliseconds} ms${isAborted ? ' after the end' : ''}`)
    this.isAborted = isAborted
  }
}

/**
 * Calls a function of the caller and awaits its promise within limits. It rejects with the function's error, and handles a late
 * rejection. All functions of callers are called in this way.
 *
 * @param name of the function in the public interface.
 * @throws CallbackTimeoutError when a limit is over.
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
 * Calls functions that only observe. A returned promise is not awaited at once, but by `settled`. If a function throws, rejects or
 * exceeds its limits, `fail` is called; after exceeded limits, no function is called any more.
 */
export function createObservers(limits: CallbackLimits, fail: (error: unknown) => void) {
  const pending = new Set<Promise<void>>()
  let isGivenUp = false

  return {
    notify<Event>(name: string, observer: ((event: Event) => unknown) | undefined, event: Event): void {
      if (observer === undefined || isGivenUp) return
      try {
        const result = observer(event)
        // Most functions return nothing, and a promise would cost more than the call.
        if (typeof result === 'object' && result !== null) wait(name, result)
      } catch (error) {
        fail(error)
      }
    },
    isPending: () => pending.size > 0,
    /** Resolves when all promises have settled, or exceeded their limits. */
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
