import type { Change } from './changes.ts'

/**
 * Called with copies of the changes of a request before its response is sent; the response waits for a returned promise. If it
 * throws or rejects, that request is answered with 500, and so is every later one that changes something. Their changes are taken
 * back, and only time goes on. Until the promise settles, other requests read a state that has them.
 *
 * @example
 * const journal: string[] = []
 * const listener: ChangeListener = changes => void journal.push(...changes.map(change => JSON.stringify(change)))
 */
export type ChangeListener = (changes: readonly Change[]) => void | Promise<void>

/** A step that takes a change of the state back. */
export type Undo = () => void

/** The changes of a request, or of a call, that are not stored yet. */
export interface ChangeBuffer {
  /** Whether anything uses the changes; if not, callers need not describe them. */
  isRecording(): boolean
  /** Registers a change, with the step that takes it back; there is none for time. */
  recordChange(change: Change, undo?: Undo): void
  /** Registers a step to run if the changes of the request are taken back. */
  recordUndo(undo: Undo): void
  /** Runs a function, and leaves it to the caller to hand its changes on with `flush`. If it throws, they are taken back. */
  runOrUndo<Result>(run: () => Result): Result
  /** Hands the changes to the listeners. @throws Error, or rejects, if they could not be stored now or before. */
  flush(): Promise<void> | undefined
  /** Makes a function of the server hand its changes to the listeners. */
  notifyingListeners<Parameters extends unknown[], Result>(
    call: (...parameters: Parameters) => Result,
  ): (...parameters: Parameters) => Result
  /** Calls a listener of this package with the changes themselves; returns a function that stops it. */
  listen(listener: ChangeListener): () => void
}

interface ChangeBufferOptions {
  /** Whether a request can fail after it has changed the state, even without a listener (`transform` may throw). */
  readonly canFailLate: boolean
  /** The time, which is stored with each change; null if it does not pass by itself. */
  readonly clockChange: () => Change | null
  /** Called after changes were taken back. */
  readonly onRollback: () => void
}

interface BufferedChange {
  readonly change: Change | null
  readonly undo: Undo | null
}

interface BufferState extends ChangeBufferOptions {
  readonly listeners: Set<ChangeListener>
  /** The changes of the request that runs. */
  buffered: BufferedChange[]
  /** The changes that listeners are still storing, the oldest first. */
  readonly unstored: Set<readonly BufferedChange[]>
  isRunning: boolean
  /** The first failure of a listener: nothing is acknowledged after it. */
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
    // Time that has passed stays so, and is stored.
    state.buffered.push(...batch.filter(({ undo }) => undo === null))
    rollBack(state, batch)
    throw error
  } finally {
    state.isRunning = isRunning
  }
}

/** Runs a method of the server. Within a request, the request hands the changes on. */
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
  // The failure of another listener is the one that counts.
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

/** Takes back all changes that are not acknowledged, because no more will be acknowledged. */
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
