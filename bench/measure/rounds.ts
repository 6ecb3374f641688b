import type { Run } from './run.ts'
import type { Turns } from './turns.ts'

/** The figures of the rounds that count. */
export interface Rounds<Figure> {
  /** Figures of turns by their names, a record for each round. */
  readonly figures: readonly Readonly<Record<string, Figure>>[]
  /** How many of these rounds settled. */
  readonly settled: number
  /** How many rounds were to settle. */
  readonly wanted: number
}

/** A round, as often as it was repeated. */
interface Attempt<Figure> {
  readonly figures: Readonly<Record<string, Figure>>
  /** The slowest calibration of the round as a multiple of the fastest, less 1: 0.1 for 10 %. */
  readonly spread: number
}

const tolerance = 0.03
/** A count that is never reached on a quiet machine: the other rounds of the section need time, too. */
const maxAttemptsPerRound = 2

/**
 * Measures rounds until so many have settled. In a round, all turns run one after the other, with a calibration before, between
 * and after them. It settles if its calibrations agree with each other; otherwise it is repeated. Each round begins with another
 * turn. At the deadline of the section, the rounds whose calibrations are nearest to each other count.
 */
export async function measureRounds<Figure>(
  run: Run,
  turns: Turns<Figure>,
  wanted: number,
): Promise<Rounds<Figure>> {
  const attempts: Attempt<Figure>[] = []
  let before = addCalibration(run)
  while (mayRepeat(run, attempts, wanted)) {
    const { figures, calibrations } = await measureRound(run, turns, attempts.length)
    attempts.push({ figures, spread: findSpread([before, ...calibrations]) })
    before = calibrations.at(-1) ?? before
  }
  const counting = attempts.toSorted((a, b) => a.spread - b.spread).slice(0, wanted)
  return { figures: counting.map(({ figures }) => figures), settled: countSettled(counting), wanted }
}

/** The rounds of several processes of one contender, as one series. */
export function joinRounds<Figure>(series: readonly Rounds<Figure>[]): Rounds<Figure> {
  const sum = (count: (rounds: Rounds<Figure>) => number) =>
    series.reduce((total, rounds) => total + count(rounds), 0)
  return {
    figures: series.flatMap(({ figures }) => figures),
    settled: sum(({ settled }) => settled),
    wanted: sum(({ wanted }) => wanted),
  }
}

function mayRepeat(run: Run, attempts: readonly Attempt<unknown>[], wanted: number): boolean {
  if (attempts.length === 0) return true
  if (countSettled(attempts) >= wanted || attempts.length >= wanted * maxAttemptsPerRound) return false
  return run.now() < run.deadline
}

/** Measures each turn once, with a calibration after it. */
async function measureRound<Figure>(run: Run, turns: Turns<Figure>, number: number) {
  const entries = Object.entries(turns)
  const first = number % entries.length
  const measured = new Map<string, Figure>()
  const calibrations: number[] = []
  for (const [name, measure] of [...entries.slice(first), ...entries.slice(0, first)]) {
    measured.set(name, await measure())
    calibrations.push(addCalibration(run))
  }
  return { figures: Object.fromEntries(measured), calibrations }
}

function countSettled(attempts: readonly Attempt<unknown>[]): number {
  return attempts.filter(({ spread }) => spread <= tolerance).length
}

function addCalibration({ calibrate, calibrations }: Run): number {
  const time = calibrate()
  calibrations.push(time)
  return time
}

function findSpread(calibrations: readonly number[]): number {
  return Math.max(...calibrations) / Math.min(...calibrations) - 1
}
