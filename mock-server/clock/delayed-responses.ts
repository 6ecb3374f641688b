/** The delayed responses of a clock that stands still. They are sent only when the clock is moved. */
export interface DelayedResponses {
  /** Records how far the clock was moved, in milliseconds; infinite if the clock was settled. */
  noteClockMove(milliseconds: number): void
  /** Records that there is a new delay. Later requests wait for the complete delay, even if the clock was moved shortly before. */
  noteDelay(): void
  /** Returns the remaining part of a delay for a request that arrives now, in milliseconds. */
  remainingDelay(delay: number): number
  /** Records that a response waits for the clock to be moved. Returns a function to call when the response is sent. */
  startWait(): () => void
}

/** The maximum time that a request needs to reach the server, in milliseconds of real time. */
const maxTransitMs = 1000

/** How long a response may wait before it is reported as a probable mistake, in milliseconds of real time. */
const maxWaitMs = 1000

const longWaitWarning =
  "entity-screening: a delayed response has waited for a second for a manual clock, which stands still: call server.clock.advance() or settle() (POST /__admin/clock/settle), or give createMockServer the option latency: { ms, clock: 'real' }, for a delay in real time."

/** Used for a clock that moves by itself, with which each response waits for its complete delay. */
export const undelayedResponses: DelayedResponses = {
  noteClockMove() {},
  noteDelay() {},
  remainingDelay: delay => delay,
  startWait: () => () => {},
}

/**
 * Creates the delayed responses of a manual clock. A request that was sent before the clock was moved may reach the server
 * afterwards, so a recent move shortens the delay of a request. If the clock does not move while a response waits, the caller is
 * warned once, because the request seems to hang.
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
