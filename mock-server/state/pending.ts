import type { Change } from './changes.ts'

/**
 * Called with the changes of a request before its response is sent; the response waits for a returned promise.
 *
 * @example
 * const journal: string[] = []
 * const listener: ChangeListener = changes => void journal.push(...changes.map(change => JSON.stringify(change)))
 */
export type ChangeListener = (changes: readonly Change[]) => void | Promise<void>

/** The changes of a request, or of a call, that are not stored yet. */
export interface Pending {
  /** Whether there are listeners. */
  isKept(): boolean
  changed(change: Change): void
  /** Registers a step that undoes a change; called before the next screening starts. */
  undoable(step: () => void): void
  /** Registers a step to run when all changes are stored. */
  onceKept(step: () => void): void
  /** Runs a function, and undoes its changes if it throws. */
  attempt<Result>(run: () => Result): Result
  /** Hands the changes to the listeners; undoes them if one throws, or if its promise rejects. */
  flush(): Promise<void> | undefined
  /** Makes a function of the server hand its changes to the listeners. */
  kept<Parameters extends unknown[], Result>(
    call: (...parameters: Parameters) => Result,
  ): (...parameters: Parameters) => Result
}

/** `undone` is called when changes that others may have seen are undone. */
export function createPending(
  listeners: ReadonlySet<ChangeListener>,
  clockChange: () => Change | null,
  undone: () => void,
): Pending {
  let changes: Change[] = []
  let undoSteps: (() => void)[] = []
  let keptSteps: (() => void)[] = []
  let isRunning = false

  function takeAll() {
    const all = { changes, undoSteps, keptSteps }
    changes = []
    undoSteps = []
    keptSteps = []
    return all
  }

  function undo(steps: (() => void)[]): void {
    for (const step of steps.reverse()) step()
    if (steps.length > 0) undone()
  }

  function attempt<Result>(run: () => Result): Result {
    const before = isRunning
    isRunning = true
    try {
      return run()
    } catch (error) {
      undo(takeAll().undoSteps)
      throw error
    } finally {
      isRunning = before
    }
  }

  function flush(): Promise<void> | undefined {
    const { changes, undoSteps, keptSteps } = takeAll()
    const clock = changes.length === 0 ? null : clockChange()
    if (clock !== null) changes.push(clock)
    const finish = () => {
      for (const step of keptSteps) step()
    }
    const takeBack = (error: unknown): never => {
      undo(undoSteps)
      throw error
    }
    try {
      const kept = changes.length === 0 ? undefined : tell(listeners, changes)
      if (kept === undefined) finish()
      return kept?.then(finish, takeBack)
    } catch (error) {
      return takeBack(error)
    }
  }

  return {
    isKept: () => listeners.size > 0,
    changed: change => void (listeners.size > 0 && changes.push(change)),
    undoable: step => void undoSteps.push(step),
    onceKept: step => void keptSteps.push(step),
    attempt,
    flush,
    kept:
      call =>
      (...parameters) => {
        // Within a request, the request hands the changes on.
        if (isRunning) return call(...parameters)
        const result = attempt(() => call(...parameters))
        // A plain call does not wait for it.
        flush()?.catch((error: unknown) =>
          console.error('entity-screening: a change could not be stored:', error),
        )
        return result
      },
  }
}

/** Calls every listener, even if another one fails; then throws the first failure. */
function tell(listeners: ReadonlySet<ChangeListener>, changes: readonly Change[]): Promise<void> | undefined {
  const waiting: Promise<void>[] = []
  const failures: unknown[] = []
  for (const listener of listeners) {
    try {
      const kept = listener(changes)
      if (kept !== undefined) waiting.push(kept)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => {})
}
