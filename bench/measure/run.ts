import { calibrate } from './calibrate.ts'

/** How many rounds a run measures. */
export interface RoundCounts {
  /** Of the base and ours. */
  readonly own: number
  /** Of the base and a peer. */
  readonly peer: number
}

/** How a run measures, and its calibrations so far. */
export interface Run {
  readonly counts: RoundCounts
  /** A folder for files, which is removed at the end. */
  readonly folder: string
  /** Does a fixed amount of work, and returns its processor time in milliseconds. */
  readonly calibrate: () => number
  readonly calibrations: number[]
  /** Milliseconds of a clock that only moves forward. */
  readonly now: () => number
  /** When this section begins no further round, by that clock. */
  deadline: number
}

export function createRun(counts: RoundCounts, folder: string): Run {
  // The first calibration runs before the engine has optimized the loop.
  calibrate()
  return {
    counts,
    folder,
    calibrate,
    calibrations: [],
    now: () => performance.now(),
    deadline: Number.POSITIVE_INFINITY,
  }
}
