import type { Topic } from '../changes/signals.ts'
import type { Server } from '../server.ts'
import { describeClock } from './clock.ts'
import { showRequest } from './requests.ts'

interface Event {
  readonly number: number
  readonly name: Topic | 'request' | 'state'
  readonly data: () => unknown
}

/** The number of characters after which an event stream sends the collected events. */
const maxCharacters = 65_536
/** The minimum time between two writes, in milliseconds, so that many changes become one event. */
const minPauseMs = 50
/** The time after which a stream without events writes a comment, in milliseconds. */
const maxSilenceMs = 15_000

const gap = 'event: gap\ndata: {}\n\n'
/**
 * The event for a reader that has missed events: the last event that it received is from an earlier run of the server, whose log
 * no longer exists.
 */
const restartGap = 'event: gap\ndata: {"restarted":true}\n\n'

/**
 * Yields the events that follow the event with the id `after`; if `after` is null, those that follow the event with the number
 * `last`. Events are not queued. They are created from the log and the state when the reader can receive them, so a slow reader
 * takes up no memory. If the log was full and has removed a record that the reader has not received, the reader gets the event
 * `gap`.
 */
export async function* eventsAfter(
  server: Server,
  from: { readonly after: number | null; readonly last: number },
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { signals, requests } = server
  /** The id of the first event of this run is higher than all ids of earlier runs. */
  const origin = signals.startedAt * 1000
  let position = from.after === null ? from.last : Math.max(from.after - origin, 0)
  /** The number of the last lost event that was reported with the event `gap`. */
  let reportedLoss = 0
  if (isOfAnotherRun(from.after, origin, signals.last())) {
    yield restartGap
    position = 0
  }
  // If a reader disconnects before its first event, it can continue from this id.
  yield `id: ${origin + position}\n\n`
  while (!signal.aborted) {
    const last = signals.last()
    if (last === position) {
      const isNews = await pause(maxSilenceMs, signal, signals.watch)
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
    // Also skips numbers without an event: those of cleared records, and of changes that later changes have replaced.
    position = Math.max(position, last)
    // The pause is a multiple of the time that the events took, so that the server has most of its time for other work.
    await pause(Math.max(minPauseMs, 4 * (performance.now() - startTime)), signal)
  }
}

/** Whether an event id belongs to another run of the server. The id 0 does not: it requests all events of this run. */
function isOfAnotherRun(after: number | null, origin: number, last: number): boolean {
  return after !== null && after !== 0 && (after < origin || after > origin + last)
}

/**
 * Lists the events whose numbers are above `position`, in order: one for each recorded request, and the latest one of each topic
 * and team.
 */
function eventsSince(server: Server, position: number): Event[] {
  const { signals, requests } = server
  const events: Event[] = []
  for (const entry of requests.entries())
    if (entry.eventNumber > position)
      events.push({ number: entry.eventNumber, name: 'request', data: () => showRequest(server, entry) })
  for (const [name, number] of signals.topics)
    if (number > position) events.push({ number, name, data: () => stateOf(server, name) })
  for (const [team, { number, before, entity }] of signals.teams) {
    // Names the entity only if its change is the team's only one since the last event that the reader received.
    const data = before > position ? { team } : { team, entity }
    if (number > position) events.push({ number, name: 'state', data: () => data })
  }
  return events.sort((first, second) => first.number - second.number)
}

function stateOf(server: Server, topic: Topic): unknown {
  if (topic === 'clock') return describeClock(server)
  return topic === 'faults' ? server.faults.list() : {}
}

/**
 * Resolves to true when `watch` calls its callback. Resolves to false after the given time, or when the signal is aborted. The
 * timer does not keep the process alive.
 */
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
