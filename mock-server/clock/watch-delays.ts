import type { ClockMode } from './clock.ts'

/** Records that a response waits for the server's clock. Returns a function to call when the response is sent. */
export type DelayWatch = () => () => void

/** How long a response may wait before it is reported as a probable mistake, in milliseconds of real time. */
const maxWaitMs = 1000

const longWaitWarning =
  "entity-screening: a response that a fault delays has waited for a second for a manual clock, which stands still: call server.clock.advance() or settle() (POST /__admin/clock/settle), or make the server with clock: 'stepping' or clock: 'real'."

/** Warns once if a response waits for a manual clock that does not move, because the request seems to hang. */
export function createDelayWatch(mode: ClockMode, warn: (sentence: string) => void): DelayWatch {
  if (mode !== 'manual') return () => () => {}
  let hasWarned = false
  return () => {
    if (hasWarned) return () => {}
    const timer = setTimeout(() => {
      if (!hasWarned) warn(longWaitWarning)
      hasWarned = true
    }, maxWaitMs)
    if (typeof timer === 'object') timer.unref()
    return () => clearTimeout(timer)
  }
}
