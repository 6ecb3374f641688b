import { isError } from '../shared/errors.ts'
import { whenAborted } from './sleep.ts'

/** The way in which something under way is ended early: once, for the first cause that comes. */
export interface StopController<Cause extends string> {
  /** Aborted when it is to end. */
  readonly signal: AbortSignal
  stop(cause: Cause, error: unknown): void
  /** Why it is to end, with what was thrown or the reason of the abort; null as long as nothing has stopped it. */
  stopped(): { readonly cause: Cause | 'aborted'; readonly error: Error } | null
  /** Lets go of the caller's signal. */
  release(): void
}

/** Stops with `aborted` when the caller's signal is aborted. */
export function createStopController<Cause extends string>(
  signal: AbortSignal | undefined,
): StopController<Cause> {
  const controller = new AbortController()
  let stopped: ReturnType<StopController<Cause>['stopped']> = null

  function stop(cause: Cause | 'aborted', error: unknown): void {
    if (stopped !== null) return
    stopped = { cause, error: asError(error) }
    controller.abort()
  }

  const release = whenAborted(signal, () => stop('aborted', signal?.reason))
  return { signal: controller.signal, stop, stopped: () => stopped, release }
}

/** Anything can be thrown by a caller's own function. */
export function asError(thrown: unknown): Error {
  if (isError(thrown)) return thrown
  const message = typeof thrown === 'string' ? thrown : 'what was thrown is not an error'
  return new Error(message, { cause: thrown })
}

/** Items that are asked for one by one, of which none need be waited for once that is ended. */
export interface Interruptible<Item> {
  /** The next item; undefined where there is none, or no more is wanted. */
  next(): Promise<Item | undefined>
  /** Whether the last item has been read. */
  isRead(): boolean
  /** Whether no more is wanted. */
  isEnded(): boolean
  end(): void
}

export function interruptible<Item>(items: AsyncIterable<Item>): Interruptible<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let isEnded = false
  let isRead = false
  let wake = () => {}
  return {
    async next() {
      if (isEnded) return undefined
      const result = await new Promise<IteratorResult<Item, unknown> | null>((resolve, reject) => {
        wake = () => resolve(null)
        iterator.next().then(resolve, reject)
      })
      if (result === null) return undefined
      isRead = result.done === true
      return result.done ? undefined : result.value
    },
    isRead: () => isRead,
    isEnded: () => isEnded,
    end() {
      if (isEnded) return
      isEnded = true
      wake()
      // Not waited for: items that do not come would keep it waiting too.
      void Promise.resolve(iterator.return?.()).catch(() => {})
    },
  }
}
