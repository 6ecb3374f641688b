import type { Server } from '../server.ts'
import type { Topic } from '../state/signals.ts'
import { describeClock } from './clock.ts'
import { showRequest } from './requests.ts'

interface Event {
  readonly number: number
  readonly name: Topic | 'request' | 'state'
  readonly data: () => unknown
}

/** The most characters that are written at a time. */
const mostCharacters = 65_536
/** The least time from one writing to the next, in milliseconds, so that many changes become one event. */
const pause = 50
/** How long it is silent at most, in milliseconds. */
const silence = 15_000

const gap = 'event: gap\ndata: {}\n\n'

/**
 * The events after the one with the id `after`; where it is null, after the one with the number `last`. Nothing is queued: events are made of the log and
 * the state when the reader has room for them, so that a slow one costs nothing, and a record that has left the log is a gap.
 */
export async function* eventsAfter(
  server: Server,
  from: { readonly after: number | null; readonly last: number },
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { signals, requests } = server
  /** Ids of an earlier run are lower. */
  const origin = signals.begun * 1000
  let at = from.after === null ? from.last : Math.max(from.after - origin, 0)
  /** Up to where the reader knows of losses. */
  let told = 0
  if (isOfAnotherRun(from.after, origin, signals.last())) {
    yield gap
    at = 0
    told = requests.lost()
  }
  // A reader that leaves before the first event knows where to continue.
  yield `id: ${origin + at}\n\n`
  while (!signal.aborted) {
    const last = signals.last()
    if (last === at) {
      const isNews = await rest(silence, signal, signals.watch)
      if (!isNews && !signal.aborted) yield ': nothing new\n\n'
      continue
    }
    const begun = performance.now()
    if (requests.lost() > Math.max(told, at)) {
      yield gap
      told = requests.lost()
    }
    let text = ''
    for (const { number, name, data } of eventsSince(server, at)) {
      text += `id: ${origin + number}\nevent: ${name}\ndata: ${JSON.stringify(data())}\n\n`
      at = number
      if (text.length > mostCharacters) break
    }
    if (text !== '') yield text
    if (text.length > mostCharacters) continue
    // Numbers of what has been cleared, or has happened again, are no events.
    at = Math.max(at, last)
    // What takes longer is done less often.
    await rest(Math.max(pause, 4 * (performance.now() - begun)), signal)
  }
}

/** 0 asks for everything there is. */
function isOfAnotherRun(after: number | null, origin: number, last: number): boolean {
  return after !== null && after !== 0 && (after < origin || after > origin + last)
}

/** What there is to say since an event, in order: each record, and the latest of each topic and team. */
function eventsSince(server: Server, at: number): Event[] {
  const { signals, requests } = server
  const events: Event[] = []
  for (const entry of requests.entries())
    if (entry.event > at)
      events.push({ number: entry.event, name: 'request', data: () => showRequest(server, entry) })
  for (const [name, number] of signals.topics)
    if (number > at) events.push({ number, name, data: () => stateOf(server, name) })
  for (const [team, { number, before, entity }] of signals.teams) {
    // Of several changes, it says only where they were.
    const data = before > at ? { team } : { team, entity }
    if (number > at) events.push({ number, name: 'state', data: () => data })
  }
  return events.sort((one, other) => one.number - other.number)
}

function stateOf(server: Server, topic: Topic): unknown {
  if (topic === 'clock') return describeClock(server)
  return topic === 'faults' ? server.faults.list() : {}
}

/** Resolves to true once `watch` says so, to false when the time is over or the signal aborted. Keeps no process alive. */
function rest(
  milliseconds: number,
  signal: AbortSignal,
  watch: (wake: () => void) => () => void = () => () => {},
): Promise<boolean> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(false)
    const leave = () => end(false)
    const stop = watch(() => end(true))
    const timer = setTimeout(leave, milliseconds)
    if (typeof timer === 'object') timer.unref()
    signal.addEventListener('abort', leave)

    function end(hasHappened: boolean) {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      resolve(hasHappened)
    }
  })
}
