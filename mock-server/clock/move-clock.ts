import { noteChange } from '../changes/note-change.ts'
import type { Server } from '../server.ts'
import { clockEnd } from './clock.ts'
import type { Duration, ServerClock } from './clock-control.ts'

/** Moves the clock of a server forward. @throws RangeError if the duration is wrong, or leads beyond the year 9999. */
export function advanceClock(server: Server, duration: Duration): void {
  noteMove(server, () => server.clock.advance(duration))
}

/**
 * Moves the clock of a server to the end of every screening and every document analysis.
 *
 * @throws RangeError if this time is beyond the start of the year 9999.
 */
export function settleClock(server: Server): void {
  const { clock } = server
  const { settledAt } = server.state
  if (settledAt > clockEnd)
    throw new RangeError('a screening would end after the year 9999, where the clock stops')
  noteMove(server, () => clock.advanceTo(Math.max(settledAt, ...clock.waits())))
}

/** Runs a function that may move the clock, and notes the change. */
function noteMove<Result>(server: Server, move: () => Result): Result {
  const before = server.clock.ahead()
  const result = move()
  if (server.clock.ahead() !== before) noteChange(server, 'clock')
  return result
}

/** Returns the clock of a server for callers. */
export function createServerClock(server: Server): ServerClock {
  const { clock } = server
  return {
    speed: clock.speed,
    now: clock.now,
    ahead: clock.ahead,
    advance: duration => advanceClock(server, duration),
    settle: () => settleClock(server),
    wait: (duration, signal) => noteMove(server, () => clock.wait(duration, signal)),
  }
}
