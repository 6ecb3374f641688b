import type { Topic } from '../changes/signals.ts'
import type { Server } from '../server.ts'
import { describeClock } from './clock.ts'
import { showRequest } from './requests.ts'

interface Event {
  readonly number: number
  readonly name: Topic | 'request' | 'state'
  readonly data: () => unknown
}

/** The most characters that are written in one go. */
const maxCharacters = 65_536
/** The least time between two writes, in milliseconds, so that many changes become one event. */
const minPause = 50
/** The longest silence, in milliseconds. */
const maxSilence = 15_000

const gap = 'event: gap\ndata: {}\n\n'
/** The reader continues after an event of an earlier run, whose log is gone. */
const restartGap = 'event: gap\ndata: {"restarted":true}\n\n'

/**
 * Yields the events after the one with the id `after`, or after the one with the number `last` if `after` is null. Nothing is
 * queued: it makes events of the log and the state when the reader has room for them, so that a slow reader costs nothing, and
 * a record that has left the log is a gap.
 */
export async function* eventsAfter(
  server: Server,
  from: { readonly after: number | null; readonly last: number },
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { signals, requests } = server
  /** Ids of an earlier run are lower. */
  const origin = signals.startedAt * 1000
  let position = from.after === null ? from.last : Math.max(from.after - origin, 0)
  /** The reader knows of losses up to this number. */
  let reportedLoss = 0
  if (isOfAnotherRun(from.after, origin, signals.last())) {
    yield restartGap
    position = 0
  }
  // A reader that disconnects before the first event can continue from this id.
  yield `id: ${origin + position}\n\n`
  while (!signal.aborted) {
    const last = signals.last()
    if (last === position) {
      const isNews = await pause(maxSilence, signal, signals.watch)
      if (!isNews && !signal.aborted) yield ': nothing new\n\n'
      continue
    }
    const startTime = performance.now()
    if (requests.lastDroppedEvent() > Math.max(reportedLoss, position)) {
      yield gap
      reportedLoss = requests.lastDroppedEvent()
    }
    let text = ''
    for (const { number, name, data } of eventsSince(server, position)) {
      text += `id: ${origin + number}\nevent: ${name}\ndata: ${JSON.stringify(data())}\n\n`
      position = number
      if (text.length > maxCharacters) break
    }
    if (text !== '') yield text
    if (text.length > maxCharacters) continue
    // Numbers of cleared records and of repeated changes have no event.
    position = Math.max(position, last)
    // The longer the events take, the rarer they are.
    await pause(Math.max(minPause, 4 * (performance.now() - startTime)), signal)
  }
}

/** 0 requests all events that the server still holds. */
function isOfAnotherRun(after: number | null, origin: number, last: number): boolean {
  return after !== null && after !== 0 && (after < origin || after > origin + last)
}

/** The events after a number, in order: each record, and the latest of each topic and team. */
function eventsSince(server: Server, position: number): Event[] {
  const { signals, requests } = server
  const events: Event[] = []
  for (const entry of requests.entries())
    if (entry.eventNumber > position)
      events.push({ number: entry.eventNumber, name: 'request', data: () => showRequest(server, entry) })
  for (const [name, number] of signals.topics)
    if (number > position) events.push({ number, name, data: () => stateOf(server, name) })
  for (const [team, { number, before, entity }] of signals.teams) {
    // Several changes have only their team in common.
    const data = before > position ? { team } : { team, entity }
    if (number > position) events.push({ number, name: 'state', data: () => data })
  }
  return events.sort((first, second) => first.number - second.number)
}

function stateOf(server: Server, topic: Topic): unknown {
  if (topic === 'clock') return describeClock(server)
  return topic === 'faults' ? server.faults.list() : {}
}

/** Resolves to true when `watch` calls back, to false when the time is over or the signal aborts. Keeps no process alive. */
function pause(
  milliseconds: number,
  signal: AbortSignal,
  watch: (wake: () => void) => () => void = () => () => {},
): Promise<boolean> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(false)
    const timeOut = () => end(false)
    const stop = watch(() => end(true))
    const timer = setTimeout(timeOut, milliseconds)
    if (typeof timer === 'object') timer.unref()
    signal.addEventListener('abort', timeOut)

    function end(hasHappened: boolean) {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', timeOut)
      resolve(hasHappened)
    }
  })
}
