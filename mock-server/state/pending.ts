import type { Change } from './changes.ts'

/**
 * Called with the changes of a request before its response is sent; the response waits for a returned promise. If it throws or
 * rejects, that request is answered with 500, and so is every later one that changes something: what is kept is what was
 * acknowledged.
 *
 * @example
 * const journal: string[] = []
 * const listener: ChangeListener = changes => void journal.push(...changes.map(change => JSON.stringify(change)))
 */
export type ChangeListener = (changes: readonly Change[]) => void | Promise<void>

/** The changes of a request, or of a call, that are not stored yet. */
export interface Pending {
  changed(change: Change): void
  /** Runs a function, and leaves it to the caller to hand its changes on with `flush`. */
  attempt<Result>(run: () => Result): Result
  /** Hands the changes to the listeners. @throws Error, or rejects, if they could not be stored now or before. */
  flush(): Promise<void> | undefined
  /** Makes a function of the server hand its changes to the listeners. */
  kept<Parameters extends unknown[], Result>(
    call: (...parameters: Parameters) => Result,
  ): (...parameters: Parameters) => Result
}

export function createPending(
  listeners: ReadonlySet<ChangeListener>,
  clockChange: () => Change | null,
): Pending {
  let changes: Change[] = []
  let isRunning = false
  let failure: { readonly error: unknown } | null = null

  function attempt<Result>(run: () => Result): Result {
    const before = isRunning
    isRunning = true
    try {
      return run()
    } finally {
      isRunning = before
    }
  }

  function flush(): Promise<void> | undefined {
    if (changes.length === 0) return undefined
    const told = changes
    changes = []
    if (failure !== null) throw failure.error
    const clock = clockChange()
    if (clock !== null) told.push(clock)
    const waiting: Promise<void>[] = []
    for (const listener of listeners) {
      try {
        const kept = listener(told)
        if (kept !== undefined) waiting.push(kept)
      } catch (error) {
        // The other listeners still get the changes.
        failure ??= { error }
      }
    }
    if (failure !== null) throw failure.error
    if (waiting.length === 0) return undefined
    return Promise.all(waiting).then(
      () => {},
      (error: unknown) => {
        failure ??= { error }
        throw error
      },
    )
  }

  return {
    changed: change => void (listeners.size > 0 && changes.push(change)),
    attempt,
    flush,
    kept:
      call =>
      (...parameters) => {
        // Within a request, the request hands the changes on.
        if (isRunning) return call(...parameters)
        const result = attempt(() => call(...parameters))
        flush()?.catch((error: unknown) =>
          console.error('entity-screening: a change could not be stored:', error),
        )
        return result
      },
  }
}
