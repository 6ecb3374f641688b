import type { Change } from './changes.ts'

/**
 * Called with copies of the changes of a request before its response is sent; the response waits for a returned promise. If it
 * throws or rejects, that request is answered with 500, and so is every later one that changes something. Their changes are taken
 * back: the state stays what was acknowledged, and only time goes on.
 *
 * @example
 * const journal: string[] = []
 * const listener: ChangeListener = changes => void journal.push(...changes.map(change => JSON.stringify(change)))
 */
export type ChangeListener = (changes: readonly Change[]) => void | Promise<void>

/** A step that takes a change of the state back. */
export type Undo = () => void

/** The changes of a request, or of a call, that are not stored yet. */
export interface Pending {
  /** Whether anybody has a use for changes: otherwise none needs to be described. */
  isRecording(): boolean
  /** Registers a change, with the step that takes it back; there is none for time. */
  changed(change: Change, undo?: Undo): void
  /** Registers a step to run if the changes of the request are taken back. */
  recordUndo(undo: Undo): void
  /** Runs a function, and leaves it to the caller to hand its changes on with `flush`. If it throws, they are taken back. */
  attempt<Result>(run: () => Result): Result
  /** Hands the changes to the listeners. @throws Error, or rejects, if they could not be stored now or before. */
  flush(): Promise<void> | undefined
  /** Makes a function of the server hand its changes to the listeners. */
  kept<Parameters extends unknown[], Result>(
    call: (...parameters: Parameters) => Result,
  ): (...parameters: Parameters) => Result
  /** Calls a listener of this package with the changes themselves; returns a function that stops it. */
  listen(listener: ChangeListener): () => void
}

interface PendingOptions {
  /** Whether a request may fail after its change, without a listener. */
  readonly canFailLate: boolean
  /** The time, which is stored with each change; null if it does not pass by itself. */
  readonly clockChange: () => Change | null
  /** Called after changes were taken back. */
  readonly onRollback: () => void
}

interface UndoEntry {
  readonly change: Change | null
  readonly undo: Undo | null
}

export function createPending({ canFailLate, clockChange, onRollback }: PendingOptions): Pending {
  const listeners = new Set<ChangeListener>()
  let entries: UndoEntry[] = []
  /** What the listeners are still storing, the oldest first. */
  const unstored = new Set<readonly UndoEntry[]>()
  let isRunning = false
  let failure: { readonly error: unknown } | null = null

  function isRecording(): boolean {
    return listeners.size > 0 || canFailLate
  }

  function record(entry: UndoEntry): void {
    if (isRecording()) entries.push(entry)
  }

  function rollBack(batch: readonly UndoEntry[]): void {
    const steps = batch.flatMap(({ undo }) => undo ?? [])
    for (const undo of steps.reverse()) undo()
    if (steps.length > 0) onRollback()
  }

  function attempt<Result>(run: () => Result): Result {
    const isNested = isRunning
    const first = entries.length
    isRunning = true
    try {
      return run()
    } catch (error) {
      const batch = entries.splice(first)
      // Time that has passed stays so, and is stored.
      entries.push(...batch.filter(({ undo }) => undo === null))
      rollBack(batch)
      throw error
    } finally {
      isRunning = isNested
    }
  }

  /** Takes back all that is not acknowledged: nothing more will be. */
  function fail(error: unknown): void {
    failure ??= { error }
    const batches = [...unstored]
    unstored.clear()
    rollBack(batches.flat())
  }

  function notify(batch: readonly UndoEntry[]): Promise<void>[] {
    const changes = batch.flatMap(({ change }) => change ?? [])
    const clock = clockChange()
    if (clock !== null) changes.push(clock)
    const storing: Promise<void>[] = []
    for (const listener of listeners) {
      try {
        const stored = listener(changes)
        if (stored !== undefined) storing.push(stored)
      } catch (error) {
        // The other listeners still get the changes.
        failure ??= { error }
      }
    }
    return storing
  }

  function flush(): Promise<void> | undefined {
    const batch = entries
    entries = []
    if (!batch.some(({ change }) => change !== null)) return undefined
    const storing = failure === null ? notify(batch) : []
    const stored = Promise.all(storing)
    unstored.add(batch)
    if (failure === null && storing.length > 0) return stored.then(() => acknowledge(batch), refuse)
    // The failure of another listener is the one that counts.
    stored.catch(() => {})
    if (failure !== null) fail(failure.error)
    acknowledge(batch)
    return undefined
  }

  function acknowledge(batch: readonly UndoEntry[]): void {
    if (failure !== null) throw failure.error
    unstored.delete(batch)
  }

  function refuse(error: unknown): never {
    fail(error)
    throw error
  }

  return {
    isRecording,
    changed: (change, undo) => record({ change, undo: undo ?? null }),
    recordUndo: undo => record({ change: null, undo }),
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
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
