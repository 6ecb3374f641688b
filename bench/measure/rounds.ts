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
  /** The numbers of the rounds in which a turn was disturbed at each attempt, by the name of the turn. */
  readonly disturbed: ReadonlyMap<string, readonly number[]>
}

interface MeasuredTurn<Figure> {
  readonly figure: Figure
  /** The calibrations right before and right after. */
  readonly calibrations: readonly [number, number]
}

const tolerance = 0.05
const maxRepeats = 10

export function createRun(rounds: number, folder: string): Run {
  // The first calibration runs before the engine has optimized the loop.
  calibrate()
  return { rounds, folder, calibrate, calibrations: Array.from({ length: 9 }, calibrate) }
}

/** Measures all turns in each round, one after the other. Each round begins with another turn. */
export async function measureRounds<Figure>(
  run: Run,
  turns: Turns<Figure>,
  { rounds = run.rounds, repeats = maxRepeats } = {},
): Promise<Rounds<Figure>> {
  const entries = Object.entries(turns)
  const measured: Map<string, MeasuredTurn<Figure>>[] = []
  while (measured.length < rounds) {
    const round = new Map<string, MeasuredTurn<Figure>>()
    const first = measured.length % entries.length
    for (const [name, measure] of [...entries.slice(first), ...entries.slice(0, first)])
      round.set(name, await measureTurn(run, measure, repeats))
    measured.push(round)
  }
  return {
    figures: measured.map(round => listFigures(round, entries)),
    disturbed: findDisturbed(measured, run),
  }
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
    attempts.push({ figure, calibrations: [before, after] })
    const nearest = attempts.reduce((a, b) => (findDeviation(b, run) < findDeviation(a, run) ? b : a))
    if (findDeviation(nearest, run) <= tolerance || attempts.length > repeats) return nearest
    before = after
  }
}

/** Lists the figures of a round in the order of the turns. */
function listFigures<Figure>(
  round: ReadonlyMap<string, MeasuredTurn<Figure>>,
  entries: readonly (readonly [name: string, ...unknown[]])[],
): Record<string, Figure> {
  return Object.fromEntries(
    entries.flatMap(([name]) => {
      const turn = round.get(name)
      return turn === undefined ? [] : [[name, turn.figure] as const]
    }),
  )
}

/** Compares the calibrations of all turns with the final median: the machine may have become slower for good. */
function findDisturbed(
  measured: readonly ReadonlyMap<string, MeasuredTurn<unknown>>[],
  run: Run,
): Map<string, number[]> {
  const disturbed = new Map<string, number[]>()
  for (const [number, round] of measured.entries())
    for (const [name, turn] of round)
      if (findDeviation(turn, run) > tolerance) disturbed.set(name, [...(disturbed.get(name) ?? []), number])
  return disturbed
}

function addCalibration({ calibrate, calibrations }: Run): number {
  const time = calibrate()
  calibrations.push(time)
  return time
}

/** How far the calibrations of a turn are from the median of the run: 0.1 for 10 %. */
function findDeviation(
  { calibrations: times }: Pick<MeasuredTurn<unknown>, 'calibrations'>,
  { calibrations }: Run,
): number {
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
