import type { MockServer } from '../server.ts'
import type { Change } from '../state/changes.ts'
import { latest } from '../state/clock.ts'

/** Milliseconds between two stored times. */
const every = 250

/**
 * Stores the time of a faster clock from now on, for the file has times only with changes. A stored time lies ahead of the
 * clock, so that time does not go back when the process is killed.
 */
export async function keepTime(server: MockServer, keep: (clock: Change) => void): Promise<() => void> {
  let last = readClock(server)
  await new Promise(resolve => setTimeout(resolve, 10))
  const timer = setInterval(keepNext, every)
  timer.unref()
  keepNext()
  return () => clearInterval(timer)

  function keepNext(): void {
    const next = readClock(server)
    const pace = (next.now - next.ahead - (last.now - last.ahead)) / (next.at - last.at)
    last = next
    // A clock that stands still, or in real time, needs none.
    if (pace < 1.5) return
    keep({
      kind: 'clock',
      ahead: next.ahead,
      now: Math.min(latest, Math.round(next.now + pace * every * 2)),
    })
  }
}

export function readClock(server: MockServer): { at: number; now: number; ahead: number } {
  for (const change of server.changes()) {
    if (change.kind === 'clock') return { at: performance.now(), now: change.now ?? 0, ahead: change.ahead }
  }
  return { at: performance.now(), now: 0, ahead: 0 }
}
