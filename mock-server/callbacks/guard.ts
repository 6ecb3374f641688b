import { Refusal } from '../../src/contract/refusal.ts'
import { isInstanceOf, messageOf } from '../../src/shared/errors.ts'

/** A function of the caller failed. The message begins with its name, and is the error of a response with the status 500. */
export class CallbackError extends Refusal {
  constructor(name: string, reason: string) {
    super(500, `${name}: ${reason}`)
  }
}

/**
 * Calls the functions that a caller gives to a server: nothing else calls one. A failure does not end the process, and the first
 * of each function is logged with its stack.
 */
export interface CallbackGuard {
  /** Calls a function and reads its result. @throws CallbackError if one of the two fails, or if the result is a promise. */
  read<Value>(name: string, callback: () => unknown, readResult: (result: unknown) => Value): Value
  /** Calls a function that only looks on: its failure has no effect. */
  notify(name: string, callback: () => unknown): void
  /** Calls a function, and resolves with its promise, if it returns one. @throws CallbackError, or rejects with it. */
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

  /** Handles the rejection of a promise, which would end the process otherwise. */
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
        // It is logged.
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

/** The message of what was thrown, which may be anything. */
function describeThrown(thrown: unknown): string {
  try {
    return `${messageOf(thrown)}`
  } catch {
    return 'an error without a message'
  }
}

/** A test environment may have a console that throws. */
function logError(sentence: string, thrown: unknown): void {
  try {
    console.error(sentence, thrown)
  } catch {
    // There is nowhere else to log it.
  }
}
