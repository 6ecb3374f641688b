/** A time span: milliseconds, or a number with its unit. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** The server's only time. Nothing waits on it: what has happened by now is computed from it, so no timer is ever set. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Goes forward; answers the new time. */
  advance(duration: Duration): number
  reset(): void
}

export type ClockMode = 'manual' | 'real'

/** Where a manual clock begins. */
export const manualStart = Date.UTC(2025, 0, 1)

/** Years of more than four digits have another spelling. */
export const latest = Date.UTC(9999, 0, 1)

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A manual clock moves only when it is told to; a real one moves by itself, and can be told to be ahead. */
export function createClock(mode: ClockMode): Clock {
  let ahead = 0
  const now = mode === 'manual' ? () => manualStart + ahead : () => Date.now() + ahead
  return {
    now,
    advance(duration) {
      const span = milliseconds(duration)
      if (now() + span > latest) throw new RangeError('a clock goes no further than the year 9999')
      ahead += span
      return now()
    },
    reset() {
      ahead = 0
    },
  }
}

/** `'10s'` is 10000. */
export function milliseconds(duration: Duration): number {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(String(duration)) ?? []
  const value = Number(amount) * (units[unit] ?? Number.NaN)
  if (!(value <= 1e14))
    throw new RangeError('a duration must be milliseconds from 0 to 1e14, or a number with ms, s, m, h or d')
  return Math.round(value)
}
