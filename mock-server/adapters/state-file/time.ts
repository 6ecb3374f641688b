import type { MockServer } from '../../server.ts'
import type { Change } from '../../state/changes.ts'
import { latest } from '../../state/clock.ts'

/** Milliseconds between two times that are kept. */
const every = 250

/**
 * Keeps the time of a clock that goes faster, from now on: what was seen of it, without a change, is not in the journal. What is
 * kept lies ahead by what the clock does until the next time, so that it does not go back where the process is killed.
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
    // One that stands still, or goes with the world, needs none.
    if (pace < 1.5) return
    try {
      keep({
        kind: 'clock',
        ahead: next.ahead,
        now: Math.min(latest, Math.round(next.now + pace * every * 2)),
      })
    } catch {
      // A change that cannot be kept is refused: losing the time alone does no harm.
    }
  }
}

export function readClock(server: MockServer): { at: number; now: number; ahead: number } {
  for (const change of server.changes()) {
    if (change.kind === 'clock') return { at: performance.now(), now: change.now ?? 0, ahead: change.ahead }
  }
  return { at: performance.now(), now: 0, ahead: 0 }
}
