import { Refusal } from '../../src/contract/refusal.ts'
import { isInstanceOf, messageOf } from '../../src/shared/errors.ts'

/**
 * Thrown if a function that a caller passed to the server fails. The message begins with the name of the function, and is sent
 * in a response with the status 500.
 */
export class CallbackError extends Refusal {
  constructor(name: string, reason: string) {
    super(500, `${name}: ${reason}`)
  }
}

/**
 * Calls the functions that a caller passes to a server. All calls of these functions go through this guard. A failing function
 * does not end the process; its first failure is logged with the stack.
 */
export interface CallbackGuard {
  /**
   * Calls a function and reads its result.
   *
   * @throws CallbackError if the function or `readResult` fails, or if the result is a promise.
   */
  read<Value>(name: string, callback: () => unknown, readResult: (result: unknown) => Value): Value
  /** Calls a function. Ignores its result, and any error that it throws. */
  notify(name: string, callback: () => unknown): void
  /**
   * Calls a function. If the function returns a promise, returns a promise that settles at the same time; otherwise undefined.
   *
   * @throws CallbackError, or rejects with it, if the function fails.
   */
  wait(name: string, callback: () => unknown): Promise<void> | undefined
}

export function createCallbackGuard(): CallbackGuard {
  const loggedNames = new Set<string>()

  function createError(name: string, thrown: unknown): CallbackError {
    if (isInstanceOf(thrown, CallbackError)) return thrown
    if (!loggedNames.has(name)) logError(`entity-screening: ${name} failed:`, thrown)
    loggedNames.add(name)
    return new CallbackError(name, describeThrown(thrown))
  }

  /** Handles the rejection of a promise, because an unhandled rejection would end the process. */
  function settle(name: string, result: PromiseLike<unknown>): Promise<void> {
    const settled = Promise.resolve(result).then(
      () => {},
      (thrown: unknown) => Promise.reject(createError(name, thrown)),
    )
    settled.catch(() => {})
    return settled
  }

  function wait(name: string, callback: () => unknown): Promise<void> | undefined {
    try {
      const result = callback()
      return isPromiseLike(result) ? settle(name, result) : undefined
    } catch (thrown) {
      throw createError(name, thrown)
    }
  }

  return {
    wait,
    notify(name, callback) {
      try {
        wait(name, callback)
      } catch {
        // The guard has logged the error.
      }
    },
    read(name, callback, readResult) {
      try {
        const result = callback()
        if (!isPromiseLike(result)) return readResult(result)
        void settle(name, result)
        throw new TypeError('must not return a promise')
      } catch (thrown) {
        throw createError(name, thrown)
      }
    },
  }
}

function isPromiseLike(result: unknown): result is PromiseLike<unknown> {
  return (
    typeof result === 'object' && result !== null && 'then' in result && typeof result.then === 'function'
  )
}

/** Describes a thrown value, which may have any type. */
function describeThrown(thrown: unknown): string {
  try {
    return `${messageOf(thrown)}`
  } catch {
    return 'an error without a message'
  }
}

/** Logs an error. Ignores failures of the console itself, which may throw in a test environment. */
function logError(sentence: string, thrown: unknown): void {
  try {
    console.error(sentence, thrown)
  } catch {
    // The error cannot be logged anywhere else.
  }
}
