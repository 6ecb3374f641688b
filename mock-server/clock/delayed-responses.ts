/** Delayed responses on a clock that stands still: only a move of the clock releases them. */
export interface DelayedResponses {
  /** Notes that the clock was moved by so many milliseconds, or with Infinity to the end of everything. */
  noteClockMove(milliseconds: number): void
  /** Notes that a delay was added: calls from now on wait for it in full, even if the clock has just been moved. */
  noteDelay(): void
  /** The rest of a delay for a request that arrives now. */
  remainingDelay(delay: number): number
  /** Notes that a response waits for the clock; returns a function to call when it is sent. */
  startWait(): () => void
}

/** How many milliseconds of real time a call may take to reach the server. */
const maxTransitMs = 1000

/** How many milliseconds of real time a response may wait before this counts as a mistake. */
const maxWaitMs = 1000

const longWaitWarning =
  "entity-screening: a delayed response has waited for a second for a manual clock, which stands still: call server.clock.advance() or settle() (POST /__admin/clock/settle), or give createMockServer the option latency: { ms, clock: 'real' }, for a delay in real time."

/** For a clock that moves by itself: each response waits for its full delay. */
export const undelayedResponses: DelayedResponses = {
  noteClockMove() {},
  noteDelay() {},
  remainingDelay: delay => delay,
  startWait: () => () => {},
}

/**
 * A call that was made before a move of the clock may reach the server after it: the move counts for it too. A clock that does not
 * move is reported once, because nothing else explains a call that never ends.
 */
export function createDelayedResponses(warn: (sentence: string) => void): DelayedResponses {
  let movedAt = Number.NEGATIVE_INFINITY
  let movedBy = 0
  let hasWarned = false
  const isRecent = () => performance.now() - movedAt < maxTransitMs
  return {
    noteClockMove(milliseconds) {
      movedBy = (isRecent() ? movedBy : 0) + milliseconds
      movedAt = performance.now()
    },
    noteDelay() {
      movedBy = 0
    },
    remainingDelay: delay => (isRecent() ? Math.max(0, delay - movedBy) : delay),
    startWait() {
      if (hasWarned) return () => {}
      const timer = setTimeout(() => {
        if (!hasWarned) warn(longWaitWarning)
        hasWarned = true
      }, maxWaitMs)
      if (typeof timer === 'object') timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
