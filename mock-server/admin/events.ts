import { type Topic, topics } from '../changes/signals.ts'
import type { Server } from '../server.ts'

/** The minimum time between two events, in milliseconds, so that many changes become one event. */
const minPauseMs = 50
/** The time after which a stream without events writes a comment, in milliseconds. */
const maxSilenceMs = 15_000

/** The data of the event `changed`. */
export interface ChangedEvent {
  /** The run of the server. After a restart, it is another one, and the request log counts from 1 again. */
  readonly run: string
  readonly topics: readonly Topic[]
}

/**
 * Yields the event `changed`: at once with all topics, and later with the topics that have changed since the previous event.
 * The reader then reads again what it shows. So a slow reader takes up no memory, and no reader misses a change.
 */
export async function* streamChanges(
  { signals }: Pick<Server, 'signals'>,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const changed = new Set<Topic>(topics)
  const stop = signals.watch(topic => changed.add(topic))
  // A transport may leave a stream without ending its generator.
  signal.addEventListener('abort', stop)
  while (!signal.aborted) {
    if (changed.size === 0) {
      await pause(maxSilenceMs, signal, signals.watch)
      if (changed.size === 0 && !signal.aborted) yield ': nothing new\n\n'
      continue
    }
    const event: ChangedEvent = { run: signals.run, topics: [...changed] }
    changed.clear()
    yield `event: changed\ndata: ${JSON.stringify(event)}\n\n`
    await pause(minPauseMs, signal)
  }
}

/**
 * Resolves when `watch` calls its callback, after the given time, or when the signal is aborted. The timer does not keep the
 * process alive.
 */
function pause(milliseconds: number, signal: AbortSignal, watch?: Server['signals']['watch']): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const stop = watch?.(end)
    const timer = setTimeout(end, milliseconds)
    if (typeof timer === 'object') timer.unref()
    signal.addEventListener('abort', end)

    function end(): void {
      stop?.()
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
