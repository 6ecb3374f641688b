import { readDuration } from '../../src/shared/time.ts'
import type { ServerClock } from '../server.ts'

/**
 * A time span: milliseconds, or a number with its unit.
 *
 * @example
 * const spans: Duration[] = [500, '500ms', '2.5s', '10m', '1h', '7d']
 */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/**
 * How a clock moves: when it is advanced, with each request that reads entities, in real time, or up to 999999 times faster.
 *
 * @example
 * const modes: ClockMode[] = ['manual', 'stepping', 'real', { speed: 60 }]
 */
export type ClockMode = 'manual' | 'stepping' | 'real' | { readonly speed: number }

/** The modes without a speed to choose. */
export const clockNames = ['manual', 'stepping', 'real'] as const satisfies readonly ClockMode[]

/** The fastest clock. */
export const maxClockSpeed = 999_999

/** The server's clock. Everything is computed from its time; only delayed responses wait on it. */
export interface Clock extends Omit<ServerClock, 'settle'> {
  readonly mode: ClockMode
  /** Moves forward to an instant, unless it is past it already; stops at the end. */
  advanceTo(time: number): void
  restore(ahead: number): void
  /** The times that are waited for. */
  waits(): number[]
  reset(): void
}

/** The start of a manual or stepping clock. */
export const manualStart = Date.UTC(2025, 0, 1)

/** The end of every clock: longer years have another spelling. */
export const clockEnd = Date.UTC(9999, 0, 1)

/** Whether a clock moves only when something moves it. */
export function isStandingStill(mode: ClockMode): boolean {
  return mode === 'manual' || mode === 'stepping'
}

function speedOf(mode: ClockMode): number {
  if (typeof mode !== 'string') return mode.speed
  return mode === 'real' ? 1 : 0
}

export function createClock(mode: ClockMode): Clock {
  const factor = speedOf(mode)
  const start = factor === 0 ? manualStart : Date.now()
  const createdAt = Date.now()
  const waiting = new Set<{ until: number; resolve: () => void }>()
  let ahead = 0
  const byItself = () => start + (Date.now() - createdAt) * factor
  const now = () => Math.min(byItself() + ahead, clockEnd)

  function wake(): void {
    for (const waiter of waiting) {
      if (waiter.until > now()) continue
      waiting.delete(waiter)
      waiter.resolve()
    }
  }

  function advance(duration: Duration): void {
    const span = toMilliseconds(duration)
    if (span > 0 && now() + span > clockEnd)
      throw new RangeError('a clock goes no further than the year 9999')
    ahead += span
    wake()
  }

  function reach(time: number): void {
    ahead += Math.max(0, Math.min(time, clockEnd) - now())
    wake()
  }

  return {
    mode,
    speed: factor,
    now,
    advanceTo: reach,
    ahead: () => ahead,
    advance,
    restore(to) {
      // A real clock has moved on since; one at the end stays there.
      ahead = Math.max(0, Math.min(to, clockEnd - byItself()))
      wake()
    },
    wait(duration, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const span = toMilliseconds(duration)
        if (mode === 'stepping') reach(now() + span)
        if (span === 0 || mode === 'stepping') return resolve()
        // A clock stops at its end: waiting for more would never end.
        const timer = factor > 0 ? setTimeout(wake, Math.ceil(span / factor) + 1) : undefined
        const waiter = { until: Math.min(now() + span, clockEnd), resolve: end }
        waiting.add(waiter)
        signal?.addEventListener('abort', abort)

        function end(): void {
          // A signal may live as long as the program.
          signal?.removeEventListener('abort', abort)
          resolve()
        }

        function abort(): void {
          waiting.delete(waiter)
          clearTimeout(timer)
          reject(signal?.reason)
        }
      })
    },
    waits: () => Array.from(waiting, ({ until }) => until),
    reset() {
      ahead = 0
      for (const { resolve } of waiting) resolve()
      waiting.clear()
    },
  }
}

/** @throws RangeError if a clock that is so far ahead is beyond its end. */
export function assertAheadWithinTime(ahead: number): void {
  if (manualStart + ahead > clockEnd) throw new RangeError('a clock goes no further than the year 9999')
}

/** `'10s'` is 10000. */
export function toMilliseconds(duration: Duration): number {
  const value = typeof duration === 'number' ? duration : readDuration(duration)
  if (!(value >= 0 && value <= 1e14)) {
    throw new RangeError('a duration must be milliseconds from 0 to 1e14, or a number with ms, s, m, h or d')
  }
  return Math.round(value)
}
