import { clockChange } from '../changes/changes.ts'
import type { Server } from '../server.ts'
import { publishChange, type ServerParts } from '../state/server-parts.ts'
import { clockEnd } from './clock.ts'

/** Creates the clock of a server. When the clock moves, its new time is published, and delayed responses are sent. */
export function createServerClock(parts: ServerParts): Server['clock'] {
  const { clock, changeBuffer } = parts

  /** Wraps a function that may move the clock, so that the new time is published. */
  function publishingTime<Parameters extends unknown[], Result>(step: (...parameters: Parameters) => Result) {
    return changeBuffer.notifyingListeners((...parameters: Parameters) => {
      const before = clock.ahead()
      const result = step(...parameters)
      if (clock.ahead() !== before) publishChange(parts, clockChange(clock))
      return result
    })
  }

  function settle(): void {
    const { settledAt } = parts.state
    if (settledAt > clockEnd)
      throw new RangeError('a screening would end after the year 9999, where the clock stops')
    clock.advanceTo(Math.max(settledAt, ...clock.waits()))
  }

  return {
    ...clock,
    advance: publishingTime(clock.advance),
    wait: publishingTime(clock.wait),
    settle: publishingTime(settle),
  }
}
