import { median } from '../page/figures.ts'
import { calibrate } from './calibrate.ts'
import type { Turns } from './turns.ts'

/** How a run measures, and its calibrations so far. */
export interface Run {
  readonly rounds: number
  /** A folder for files, which is removed at the end. */
  readonly folder: string
  /** Does a fixed amount of work, and returns its processor time in milliseconds. */
  readonly calibrate: () => number
  readonly calibrations: number[]
}

/** Figures of turns by their names, a record for each round. */
export interface Rounds<Figure> {
  readonly figures: readonly Readonly<Record<string, Figure>>[]
  /** The number of rounds in which a turn was disturbed at each attempt, by the name of the turn. */
  readonly disturbed: ReadonlyMap<string, number>
}

interface MeasuredTurn<Figure> {
  readonly figure: Figure
  /** How far the calibrations right before and right after are from the median of the run: 0.1 for 10 %. */
  readonly deviation: number
}

const tolerance = 0.05
const maxRepeats = 10

export function createRun(rounds: number, folder: string): Run {
  // The first calibration runs before the engine has optimized the loop.
  calibrate()
  return { rounds, folder, calibrate, calibrations: Array.from({ length: 9 }, calibrate) }
}

/** Measures all turns in each round, one after the other. */
export async function measureRounds<Figure>(
  run: Run,
  turns: Turns<Figure>,
  { rounds = run.rounds, repeats = maxRepeats } = {},
): Promise<Rounds<Figure>> {
  const figures: Record<string, Figure>[] = []
  const disturbed = new Map<string, number>()
  while (figures.length < rounds) {
    const round: Record<string, Figure> = {}
    for (const [name, measure] of Object.entries(turns)) {
      const { figure, deviation } = await measureTurn(run, measure, repeats)
      round[name] = figure
      if (deviation > tolerance) disturbed.set(name, (disturbed.get(name) ?? 0) + 1)
    }
    figures.push(round)
  }
  return { figures, disturbed }
}

/**
 * Measures a turn between two calibrations. Repeats it if one of them differs by more than 5 % from the median of the run. After
 * all repeats, the attempt with the nearest calibrations counts.
 */
async function measureTurn<Figure>(
  run: Run,
  measure: () => Promise<Figure>,
  repeats: number,
): Promise<MeasuredTurn<Figure>> {
  let before = addCalibration(run)
  const attempts: MeasuredTurn<Figure>[] = []
  for (;;) {
    const figure = await measure()
    const after = addCalibration(run)
    attempts.push({ figure, deviation: findDeviation([before, after], run) })
    const nearest = attempts.reduce((a, b) => (b.deviation < a.deviation ? b : a))
    if (nearest.deviation <= tolerance || attempts.length > repeats) return nearest
    before = after
  }
}

function addCalibration({ calibrate, calibrations }: Run): number {
  const time = calibrate()
  calibrations.push(time)
  return time
}

function findDeviation(times: readonly number[], { calibrations }: Run): number {
  const expected = median(calibrations)
  return Math.max(...times.map(time => Math.abs(time / expected - 1)))
}

/** Computes other figures from those of each turn. */
export function mapFigures<Figure, Result>(
  { figures, disturbed }: Rounds<Figure>,
  compute: (figure: Figure) => Result,
): Rounds<Result> {
  const computeRound = (round: Readonly<Record<string, Figure>>) =>
    Object.fromEntries(Object.entries(round).map(([name, figure]) => [name, compute(figure)]))
  return { figures: figures.map(computeRound), disturbed }
}
