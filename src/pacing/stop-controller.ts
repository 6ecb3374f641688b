import { isError } from '../shared/errors.ts'
import { runCallback } from './run-callback.ts'
import { whenAborted } from './sleep.ts'

export type StopController<Cause extends string> = ReturnType<typeof createStopController<Cause>>

/** Ends something under way early: once, for the first cause that comes, `aborted` when the caller's signal is. */
export function createStopController<Cause extends string>(signal: AbortSignal | undefined) {
  const controller = new AbortController()
  let stopReason: { readonly cause: Cause | 'aborted'; readonly error: Error } | null = null

  function stop(cause: Cause | 'aborted', error: unknown): void {
    stopReason ??= { cause, error: asError(error) }
    controller.abort()
  }

  return {
    /** Aborted when it is to end. */
    signal: controller.signal,
    stop,
    /** Why it is to end, with what was thrown or the reason of the abort; null as long as nothing has stopped it. */
    stopped: () => stopReason,
    /** Lets go of the caller's signal. */
    release: whenAborted(signal, () => stop('aborted', signal?.reason)),
  }
}

/** Anything can be thrown by a caller's own function. */
export function asError(thrown: unknown): Error {
  if (isError(thrown)) return thrown
  return new Error(typeof thrown === 'string' ? thrown : 'what was thrown is no error', { cause: thrown })
}

/** Asks for items one by one, of which none need be waited for once that is ended. */
export function createInterruptible<Item>(items: AsyncIterable<Item>) {
  const iterator = items[Symbol.asyncIterator]()
  let [isEnded, isRead] = [false, false]
  let wake = (_: null) => {}
  return {
    /** The next item; undefined where there is none, or no more is wanted. */
    async next(): Promise<Item | undefined> {
      if (isEnded) return undefined
      const result = await new Promise<IteratorResult<Item> | null>((resolve, reject) => {
        wake = resolve
        iterator.next().then(resolve, reject)
      })
      isRead = result?.done === true
      return result === null || result.done ? undefined : result.value
    },
    /** Whether the last item has been read. */
    isRead: () => isRead,
    /** Whether no more is wanted. */
    isEnded: () => isEnded,
    end() {
      if (isEnded) return
      isEnded = true
      wake(null)
      // Not waited for: items that do not come would keep it waiting too.
      void runCallback('return', () => iterator.return?.(), {}).catch(() => {})
    },
  }
}
