import { median } from '../page/figures.ts'
import { calibrate } from './calibrate.ts'

/** How a run measures, and its calibrations so far. */
export interface Run {
  readonly rounds: number
  /** A folder for files, which is removed at the end. */
  readonly folder: string
  /** Does a fixed amount of work, and returns its processor time in milliseconds. */
  readonly calibrate: () => number
  readonly calibrations: number[]
}

/** The rounds of a measurement that count. */
export interface Rounds<Figures> {
  readonly figures: readonly Figures[]
  /** The number of rounds whose calibration is that of the run. */
  readonly settled: number
}

interface MeasuredRound<Figures> {
  readonly figures: Figures
  /** The calibrations right before and right after. */
  readonly calibrations: readonly [number, number]
}

/** How far the calibration of a round may be from the median of the run. */
const tolerance = 0.05
const maxRepeats = 10

export function createRun(rounds: number, folder: string): Run {
  // The first calibrations run before the engine has optimized the loop.
  for (let count = 0; count < 5; count += 1) calibrate()
  return { rounds, folder, calibrate, calibrations: Array.from({ length: 15 }, calibrate) }
}

/**
 * Measures rounds, with a calibration between them. Repeats a round whose calibration differs by more than 5 % from the median of
 * the run. If there are too few others after all repeats, the rounds with the nearest calibrations count.
 */
export async function measureRounds<Figures>(
  run: Run,
  measure: () => Promise<Figures>,
  { rounds = run.rounds, repeats = maxRepeats } = {},
): Promise<Rounds<Figures>> {
  const measured: MeasuredRound<Figures>[] = []
  let settled = 0
  let before = addCalibration(run)
  while (settled < rounds && measured.length < rounds + repeats) {
    const figures = await measure()
    const after = addCalibration(run)
    measured.push({ figures, calibrations: [before, after] })
    before = after
    settled = measured.filter(round => findDeviation(round, run) <= tolerance).length
  }
  const ordered = measured.toSorted((a, b) => findDeviation(a, run) - findDeviation(b, run))
  const nearest = new Set(ordered.slice(0, rounds))
  const figures = measured.flatMap(round => (nearest.has(round) ? [round.figures] : []))
  return { figures, settled: Math.min(settled, rounds) }
}

function addCalibration({ calibrate, calibrations }: Run): number {
  const time = calibrate()
  calibrations.push(time)
  return time
}

function findDeviation({ calibrations }: MeasuredRound<unknown>, run: Run): number {
  const expected = median(run.calibrations)
  return Math.max(...calibrations.map(time => Math.abs(time / expected - 1)))
}
