import { maxTimer, whenAborted } from './sleep.ts'

/** How long a promise of the caller may take at least, in milliseconds. */
export const callbackGrace = 5000

/** When a promise of the caller is no longer waited for. */
export interface CallbackLimits {
  readonly signal?: AbortSignal | undefined
  /** How long it may take once the signal is aborted, in milliseconds; {@link callbackGrace} by default. */
  readonly grace?: number | undefined
  /** How long it may take otherwise, in milliseconds: {@link callbackGrace} at least. */
  readonly giveUpAfter?: number | undefined
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
 * Calls a function of the caller and waits for its promise, within limits: the only way in which one is called. It rejects with
 * what the function throws, or rejects with, and handles what comes too late.
 *
 * @param name of the function, as callers know it.
 * @throws CallbackTimeoutError when a limit is over.
 */
export function runCallback<Value>(
  name: string,
  callback: () => Value | PromiseLike<Value>,
  { signal, grace = callbackGrace, giveUpAfter = Number.POSITIVE_INFINITY }: CallbackLimits,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let release = () => {}
  return new Promise<Value>((resolve, reject) => {
    const limit = (milliseconds: number, isAborted = false) => {
      clearTimeout(timer)
      const giveUp = () => reject(new CallbackTimeoutError(name, milliseconds, isAborted))
      if (milliseconds <= maxTimer) timer = setTimeout(giveUp, milliseconds)
    }
    limit(Math.max(giveUpAfter, callbackGrace))
    release = whenAborted(signal, () => limit(grace, true))
    const running = new Promise<Value>(settle => settle(callback()))
    running.then(resolve, reject)
  }).finally(() => {
    clearTimeout(timer)
    release()
  })
}

/**
 * Calls functions that only look on. One that returns a promise does not hold up the caller, who waits in `settled` before more is
 * done. One that throws or rejects, or is given up, fails; after one that was given up, none is called.
 */
export function createObservers(limits: CallbackLimits, fail: (error: unknown) => void) {
  const pending = new Set<Promise<void>>()
  let isGivenUp = false

  return {
    notify<Event>(name: string, observer: ((event: Event) => unknown) | undefined, event: Event): void {
      if (observer === undefined || isGivenUp) return
      try {
        const result = observer(event)
        // Most return nothing: a promise for each would cost more than the call.
        if (typeof result === 'object' && result !== null) wait(name, result)
      } catch (error) {
        fail(error)
      }
    },
    isPending: () => pending.size > 0,
    /** Resolves when each has settled, failed, or been given up. */
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },
  }

  function wait(name: string, result: object): void {
    const settled = runCallback(name, () => result, limits)
      .catch(error => {
        isGivenUp ||= error instanceof CallbackTimeoutError
        fail(error)
      })
      .then(() => void pending.delete(settled))
    pending.add(settled)
  }
}
