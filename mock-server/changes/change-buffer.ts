import type { Change } from './change-schema.ts'

/**
 * Called with copies of the changes of a request before its response is sent. If the listener returns a promise, the response
 * waits for the promise. If the listener throws or rejects, the response to this request, and to every later request with
 * changes, is a 500. The server rolls the changes of these requests back, except the time of the clock. Other requests see the
 * changes even before the promise settles.
 *
 * @example
 * const journal: string[] = []
 * const listener: ChangeListener = changes => void journal.push(...changes.map(change => JSON.stringify(change)))
 */
export type ChangeListener = (changes: readonly Change[]) => void | Promise<void>

/** A function that rolls back a change of the state. */
export type Undo = () => void

/** The changes of HTTP requests and method calls that the listeners have not stored yet. */
export interface ChangeBuffer {
  /** Whether changes are recorded. If not, callers do not have to describe their changes. */
  isRecording(): boolean
  /**
   * Records a change, with the function that rolls it back. A change of the clock has no such function, because the clock never
   * goes back.
   */
  recordChange(change: Change, undo?: Undo): void
  /** Records a function that is called if the changes of the request are rolled back. */
  recordUndo(undo: Undo): void
  /**
   * Runs a function. If the function throws, rolls its changes back. Otherwise, the caller has to pass the changes to the
   * listeners with `flush`.
   */
  runOrUndo<Result>(run: () => Result): Result
  /** Passes the changes to the listeners. @throws Error, or rejects, if these or earlier changes could not be stored. */
  flush(): Promise<void> | undefined
  /** Wraps a method of the server, so that its changes are passed to the listeners. */
  notifyingListeners<Parameters extends unknown[], Result>(
    call: (...parameters: Parameters) => Result,
  ): (...parameters: Parameters) => Result
  /** Adds a listener, which gets the changes themselves, not copies of them. Returns a function that removes the listener. */
  listen(listener: ChangeListener): () => void
}

interface ChangeBufferOptions {
  /**
   * Whether the option `transform` is set. `transform` can throw after a request has changed the state, so changes must be
   * recorded for rollback even if there is no listener.
   */
  readonly canFailLate: boolean
  /** Returns the change of the clock to store with other changes; null for a clock that stands still. */
  readonly clockChange: () => Change | null
  /** Called after a rollback of changes. */
  readonly onRollback: () => void
}

interface BufferedChange {
  readonly change: Change | null
  readonly undo: Undo | null
}

interface BufferState extends ChangeBufferOptions {
  readonly listeners: Set<ChangeListener>
  /** The changes of the current request. */
  buffered: BufferedChange[]
  /** The changes of earlier requests that listeners are storing, the oldest first. */
  readonly unstored: Set<readonly BufferedChange[]>
  isRunning: boolean
  /** The first failure of a listener; null if no listener has failed. After a failure, every request with changes fails. */
  failure: { readonly error: unknown } | null
}

export function createChangeBuffer(options: ChangeBufferOptions): ChangeBuffer {
  const listeners = new Set<ChangeListener>()
  const state: BufferState = {
    ...options,
    listeners,
    buffered: [],
    unstored: new Set(),
    isRunning: false,
    failure: null,
  }
  const isRecording = () => listeners.size > 0 || options.canFailLate
  const record = (entry: BufferedChange) => void (isRecording() && state.buffered.push(entry))
  return {
    isRecording,
    recordChange: (change, undo) => record({ change, undo: undo ?? null }),
    recordUndo: undo => record({ change: null, undo }),
    runOrUndo: run => runOrUndo(state, run),
    flush: () => flush(state),
    notifyingListeners:
      call =>
      (...parameters) =>
        runAndStore(state, () => call(...parameters)),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function runOrUndo<Result>(state: BufferState, run: () => Result): Result {
  const { isRunning } = state
  const first = state.buffered.length
  state.isRunning = true
  try {
    return run()
  } catch (error) {
    const batch = state.buffered.splice(first)
    // Changes of the clock are not rolled back, so they still have to be stored.
    state.buffered.push(...batch.filter(({ undo }) => undo === null))
    rollBack(state, batch)
    throw error
  } finally {
    state.isRunning = isRunning
  }
}

/**
 * Runs a method of the server and passes its changes to the listeners. If the method runs during a request, that request passes
 * the changes to the listeners later.
 */
function runAndStore<Result>(state: BufferState, call: () => Result): Result {
  if (state.isRunning) return call()
  const result = runOrUndo(state, call)
  flush(state)?.catch((error: unknown) =>
    console.error('entity-screening: a change could not be stored:', error),
  )
  return result
}

function flush(state: BufferState): Promise<void> | undefined {
  const batch = state.buffered
  state.buffered = []
  if (!batch.some(({ change }) => change !== null)) return undefined
  const storing = state.failure === null ? notify(state, batch) : []
  const stored = Promise.all(storing)
  state.unstored.add(batch)
  if (state.failure === null && storing.length > 0)
    return stored.then(
      () => acknowledge(state, batch),
      (error: unknown) => fail(state, error),
    )
  // Only the first failure is reported.
  stored.catch(() => {})
  if (state.failure !== null) fail(state, state.failure.error)
  acknowledge(state, batch)
  return undefined
}

function notify(state: BufferState, batch: readonly BufferedChange[]): Promise<void>[] {
  const changes = batch.flatMap(({ change }) => change ?? [])
  const clock = state.clockChange()
  if (clock !== null) changes.push(clock)
  const storing: Promise<void>[] = []
  for (const listener of state.listeners) {
    try {
      const stored = listener(changes)
      if (stored !== undefined) storing.push(stored)
    } catch (error) {
      // The other listeners still get the changes.
      state.failure ??= { error }
    }
  }
  return storing
}

function acknowledge(state: BufferState, batch: readonly BufferedChange[]): void {
  if (state.failure !== null) throw state.failure.error
  state.unstored.delete(batch)
}

/** Rolls back all changes that are not acknowledged yet: after a failure, none of them will be. */
function fail(state: BufferState, error: unknown): never {
  state.failure ??= { error }
  const batches = [...state.unstored]
  state.unstored.clear()
  rollBack(state, batches.flat())
  throw error
}

function rollBack({ onRollback }: BufferState, batch: readonly BufferedChange[]): void {
  const steps = batch.flatMap(({ undo }) => undo ?? [])
  for (const undo of steps.reverse()) undo()
  if (steps.length > 0) onRollback()
}
