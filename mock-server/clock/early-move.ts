import type { Server } from '../server.ts'

/** How soon after a move a screening begins if the move was probably meant for it, in milliseconds of real time. */
const maxLatenessMs = 1000

/** How long the clock stands before the warning, in milliseconds of real time. Tests often wait for one second. */
const standingMs = 500

export const earlyMoveWarning =
  'entity-screening: the clock was moved before the request that starts a screening arrived, and now stands still: call server.clock.settle() (POST /__admin/clock/settle) once the page shows the new entity.'

/** Remembers that a manual clock is moved while no screening and no response waits for it. */
export function noteIdleMove({ clock, state, pollWatch }: Server): void {
  const isIdle = clock.now() >= state.settledAt && clock.waits().length === 0
  if (clock.mode === 'manual' && isIdle) pollWatch.idleMoveAt = performance.now()
}

/** Warns once if a screening begins just after the clock was moved for nothing, and the clock is not moved again. */
export function watchEarlyMove(server: Server, idleMoveAt: number): void {
  const { clock, state, pollWatch } = server
  const now = clock.now()
  if (now >= state.settledAt) return
  pollWatch.idleMoveAt = null
  if (performance.now() - idleMoveAt > maxLatenessMs) return
  pollWatch.missedTime = now
  const timer = setTimeout(() => {
    if (pollWatch.hasWarned || server.state !== state || clock.now() !== now) return
    pollWatch.hasWarned = true
    server.warn(earlyMoveWarning)
  }, standingMs)
  if (typeof timer === 'object') timer.unref()
}
