/**
 * The caller's functions that observe an import or a rescan, such as `onProgress`. The work waits for the promises that they
 * return.
 */
export interface Observers {
  /** Called with each error that an observer throws, or that its promise rejects with. */
  readonly fail: (error: unknown) => void
  /** The promises of observers that have not settled yet. */
  readonly pending: Set<Promise<void>>
}

export function createObservers(fail: (error: unknown) => void): Observers {
  return { fail, pending: new Set() }
}

/** Calls an observer with an event. Does nothing if there is no observer. */
export function notifyObserver<Event>(
  observers: Observers,
  observer: ((event: Event) => unknown) | undefined,
  event: Event,
): void {
  try {
    const result = observer?.(event)
    // Most observers return nothing. A promise for each call would cost more than the call itself.
    if (typeof result === 'object' && result !== null) addPending(observers, result)
  } catch (error) {
    observers.fail(error)
  }
}

function addPending({ fail, pending }: Observers, result: object): void {
  const settled = Promise.resolve(result)
    .catch(fail)
    .then(() => void pending.delete(settled))
  pending.add(settled)
}

/** Resolves when each promise that an observer has returned has settled. */
export async function awaitObservers({ pending }: Observers): Promise<void> {
  while (pending.size > 0) await Promise.all(pending)
}
