import type { Comparison } from '../measure/comparison.ts'
import type { Rounds } from '../measure/rounds.ts'
import { formatRatio, formatSeconds, formatSpread, formatTime, median } from './figures.ts'
import type { Goal, SpeedRow, Table, Verdict } from './section.ts'

const noRounds: Rounds<number> = { figures: [], settled: 0, wanted: 0 }

export interface RatioGoal {
  readonly name: string
  readonly own: string
  /** Without it, the ratio is only measured. */
  readonly max?: number
  /** Contenders of the same kind; those that are not measured are left out. */
  readonly peers?: readonly string[]
}

/** A row of the page on speed, by the names of contenders. */
export interface SpeedTask {
  readonly task: string
  readonly own: string
  readonly alternatives: readonly string[]
  readonly unchecked: readonly string[]
}

/** The times of a contender; those of the base are from all rounds. */
function timesOf({ base, contenders }: Comparison, name: string): number[] {
  const rounds = name === base ? [...contenders.values()] : [contenders.get(name)]
  return rounds.flatMap(({ figures } = noRounds) => figures.map(times => times[name] ?? Number.NaN))
}

function medianOf(comparison: Comparison, name: string): number {
  return median(timesOf(comparison, name))
}

/** The medians of some contenders by their names, without those that are not measured. */
function mediansOf(comparison: Comparison, names: readonly string[]): Record<string, number> {
  const entries = names.map(name => [name, medianOf(comparison, name)] as const)
  return Object.fromEntries(entries.filter(([, time]) => Number.isFinite(time)))
}

/** The ratios to the base, one for each round. */
function ratiosOf({ base, contenders }: Comparison, name: string): number[] {
  const { figures } = contenders.get(name) ?? noRounds
  return figures.map(times => (times[name] ?? Number.NaN) / (times[base] ?? Number.NaN))
}

/** A row for each contender, the fastest first. */
export function compareTimes(comparison: Comparison, head = 'contender'): Table {
  const { base, contenders } = comparison
  const rows = [...contenders]
    .toSorted(([a], [b]) => median(ratiosOf(comparison, a)) - median(ratiosOf(comparison, b)))
    .map(([name, rounds]) => [
      name,
      formatSpread(timesOf(comparison, name), formatTime),
      formatSpread(ratiosOf(comparison, name), formatRatio) + describeSettling(rounds),
    ])
  const baseRow = [base, formatSpread(timesOf(comparison, base), formatTime), formatRatio(1)]
  return { head: [head, 'processor time', `against ${base}`], rows: [baseRow, ...rows] }
}

export function judgeRatio(comparison: Comparison, { name, own, max, peers = [] }: RatioGoal): Goal {
  const ratios = ratiosOf(comparison, own)
  const value = median(ratios)
  const rounds = comparison.contenders.get(own) ?? noRounds
  return {
    name,
    value,
    figure: formatSpread(ratios, formatRatio) + describeSettling(rounds),
    target: max === undefined ? '' : `≤ ${formatRatio(max)} × ${comparison.base}`,
    peer: findBestPeer(comparison, peers),
    verdict: judge(value, max, rounds),
  }
}

/** Judges how many milliseconds more than the base ours takes. */
export function judgeDifference(
  comparison: Comparison,
  { name, own, maxMs }: { name: string; own: string; maxMs: number },
): Goal {
  const { base, contenders } = comparison
  const rounds = contenders.get(own) ?? noRounds
  const differences = rounds.figures.map(times => (times[own] ?? Number.NaN) - (times[base] ?? Number.NaN))
  return {
    name,
    // The ratio, because a small difference of two long times is noise.
    value: median(ratiosOf(comparison, own)),
    figure: `+ ${formatSpread(differences, formatTime)}${describeSettling(rounds)}`,
    target: `≤ ${base} + ${maxMs} ms`,
    peer: '',
    verdict: judge(median(differences), maxMs, rounds),
  }
}

/** Describes seconds of a clock that have no target. The value is the ratio, because a machine is not always as fast. */
export function describeWait(comparison: Comparison, { name, own }: Pick<RatioGoal, 'name' | 'own'>): Goal {
  const rounds = comparison.contenders.get(own) ?? noRounds
  const value = median(ratiosOf(comparison, own))
  const figure = formatSpread(timesOf(comparison, own), formatSeconds) + describeSettling(rounds)
  return { name, value, figure, target: '', peer: '', verdict: judge(value, undefined, rounds) }
}

/** Judges the median of some rounds. */
function judge(value: number, max: number | undefined, rounds: Rounds<unknown>): Verdict {
  if (max === undefined) return 'measured'
  if (!isSettled(rounds)) return 'did not settle'
  return value <= max ? 'met' : 'missed'
}

/** Compares times for the page on speed. */
export function compareSpeed(
  comparison: Comparison,
  { task, own, alternatives, unchecked }: SpeedTask,
): SpeedRow {
  return {
    task,
    own: medianOf(comparison, own),
    alternatives: mediansOf(comparison, alternatives),
    unchecked: mediansOf(comparison, unchecked),
    format: formatTime,
  }
}

function findBestPeer(comparison: Comparison, names: readonly string[]): string {
  const peers = names
    .map(name => ({ name, ratio: median(ratiosOf(comparison, name)) }))
    .filter(({ ratio }) => Number.isFinite(ratio))
  const [best] = peers.toSorted((a, b) => a.ratio - b.ratio)
  return best === undefined ? '' : `${best.name} ${formatRatio(best.ratio)}`
}

function isSettled({ settled, wanted }: Rounds<unknown>): boolean {
  return settled >= wanted
}

/** A remark if too few rounds settled, otherwise an empty string. */
function describeSettling(rounds: Rounds<unknown>): string {
  const { figures, settled, wanted } = rounds
  if (isSettled(rounds)) return ''
  const missing = figures.length < wanted ? `, of which ${figures.length} were measured` : ''
  return `, did not settle: ${settled} of ${wanted} rounds${missing}`
}
