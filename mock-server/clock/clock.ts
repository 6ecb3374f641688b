import { readDuration } from '../../src/shared/time.ts'
import type { Duration, ServerClock } from './clock-control.ts'

/**
 * How a clock moves: only when it is advanced (`manual`), also with each request that reads entities (`stepping`), in real time
 * (`real`), or up to 999999 times faster.
 *
 * @example
 * const modes: ClockMode[] = ['manual', 'stepping', 'real', { speed: 60 }]
 */
export type ClockMode = 'manual' | 'stepping' | 'real' | { readonly speed: number }

/** The clock modes that are strings. */
export const clockNames = ['manual', 'stepping', 'real'] as const satisfies readonly ClockMode[]

/** The highest speed of a clock, as a multiple of real time. */
export const maxClockSpeed = 999_999

/** The server's clock. Screenings are computed from its time; only delayed responses wait for it. */
export interface Clock extends Omit<ServerClock, 'settle'> {
  readonly mode: ClockMode
  /** Moves the clock forward to a time, but not past the clock's end. Never moves the clock back. */
  advanceTo(time: number): void
  /** Sets how far the clock was moved forward, in milliseconds. */
  restore(ahead: number): void
  /** Returns the times on the clock that responses wait for. */
  waits(): number[]
  reset(): void
}

/** The time at which a manual or stepping clock starts. */
export const manualStart = Date.UTC(2025, 0, 1)

/** The time at which every clock stops. Later years could have five digits, for which ISO 8601 has another format. */
export const clockEnd = Date.UTC(9999, 0, 1)

function speedOf(mode: ClockMode): number {
  if (typeof mode !== 'string') return mode.speed
  return mode === 'real' ? 1 : 0
}

/** A promise that resolves at a time on the clock. */
interface Waiter {
  readonly until: number
  readonly resolve: () => void
}

interface ClockState {
  readonly mode: ClockMode
  readonly speed: number
  /** The time that the clock shows at its creation. */
  readonly start: number
  /** The real time at which the clock is created. */
  readonly createdAt: number
  readonly waiters: Set<Waiter>
  /** Milliseconds by which the clock was moved forward. */
  ahead: number
}

export function createClock(mode: ClockMode): Clock {
  const speed = speedOf(mode)
  const createdAt = Date.now()
  const start = speed === 0 ? manualStart : createdAt
  const state: ClockState = { mode, speed, start, createdAt, waiters: new Set(), ahead: 0 }
  return {
    mode,
    speed,
    now: () => readTime(state),
    ahead: () => state.ahead,
    advance: duration => advance(state, duration),
    advanceTo: time => advanceTo(state, time),
    wait: (duration, signal) => wait(state, duration, signal),
    waits: () => Array.from(state.waiters, ({ until }) => until),
    restore(ahead) {
      // A real clock has moved on since the state was stored, so the stored value could move the clock past its end.
      state.ahead = Math.max(0, Math.min(ahead, clockEnd - readElapsedTime(state)))
      resolveDueWaiters(state)
    },
    reset() {
      state.ahead = 0
      for (const { resolve } of state.waiters) resolve()
      state.waiters.clear()
    },
  }
}

/** Returns the time that the clock would show if it had never been moved forward. */
function readElapsedTime({ start, createdAt, speed }: ClockState): number {
  // A clock that stands still does not read the real time, because every request reads the clock several times.
  return speed === 0 ? start : start + (Date.now() - createdAt) * speed
}

function readTime(state: ClockState): number {
  return Math.min(readElapsedTime(state) + state.ahead, clockEnd)
}

function advance(state: ClockState, duration: Duration): void {
  const span = toMilliseconds(duration)
  if (span > 0 && readTime(state) + span > clockEnd)
    throw new RangeError('a clock goes no further than the year 9999')
  state.ahead += span
  resolveDueWaiters(state)
}

function advanceTo(state: ClockState, time: number): void {
  state.ahead += Math.max(0, Math.min(time, clockEnd) - readTime(state))
  resolveDueWaiters(state)
}

function resolveDueWaiters(state: ClockState): void {
  for (const waiter of state.waiters) {
    if (waiter.until > readTime(state)) continue
    state.waiters.delete(waiter)
    waiter.resolve()
  }
}

function wait(state: ClockState, duration: Duration, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const { mode, speed, waiters } = state
    const span = toMilliseconds(duration)
    if (mode === 'stepping') advanceTo(state, readTime(state) + span)
    if (span === 0 || mode === 'stepping') return resolve()
    const timer =
      speed > 0 ? setTimeout(() => resolveDueWaiters(state), Math.ceil(span / speed) + 1) : undefined
    // The clock stops at its end, so a wait beyond the end would never resolve.
    const waiter: Waiter = { until: Math.min(readTime(state) + span, clockEnd), resolve: resolveWait }
    waiters.add(waiter)
    signal?.addEventListener('abort', abort)

    function resolveWait(): void {
      // The listener is removed because the signal may live as long as the program.
      signal?.removeEventListener('abort', abort)
      resolve()
    }

    function abort(): void {
      waiters.delete(waiter)
      clearTimeout(timer)
      reject(signal?.reason)
    }
  })
}

/** Converts a time span to milliseconds: `'10s'` is 10000. */
export function toMilliseconds(duration: Duration): number {
  const value = typeof duration === 'number' ? duration : readDuration(duration)
  if (!(value >= 0 && value <= 1e14)) {
    throw new RangeError('a duration must be milliseconds from 0 to 1e14, or a number with ms, s, m, h or d')
  }
  return Math.round(value)
}
