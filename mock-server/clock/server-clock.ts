import { clockChange } from '../changes/changes.ts'
import type { Server } from '../server.ts'
import { publishChange, type ServerParts } from '../state/server-parts.ts'
import { clockEnd, type Duration } from './clock.ts'

/** The clock of a server: its moves are published, and release delayed responses. */
export function createServerClock(parts: ServerParts): Server['clock'] {
  const { clock, delayedResponses, changeBuffer } = parts

  /** Publishes the time after a step that may have moved the clock. */
  function publishingTime<Parameters extends unknown[], Result>(step: (...parameters: Parameters) => Result) {
    return changeBuffer.notifyingListeners((...parameters: Parameters) => {
      const before = clock.ahead()
      const result = step(...parameters)
      if (clock.ahead() !== before) publishChange(parts, clockChange(clock))
      return result
    })
  }

  function advance(duration: Duration): void {
    const before = clock.now()
    clock.advance(duration)
    delayedResponses.noteClockMove(clock.now() - before)
  }

  function settle(): void {
    const { settledAt } = parts.state
    if (settledAt > clockEnd)
      throw new RangeError('a screening would end after the year 9999, where the clock stops')
    clock.advanceTo(Math.max(settledAt, ...clock.waits()))
    delayedResponses.noteClockMove(Number.POSITIVE_INFINITY)
  }

  return {
    ...clock,
    advance: publishingTime(advance),
    wait: publishingTime(clock.wait),
    settle: publishingTime(settle),
  }
}
