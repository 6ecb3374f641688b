import type { Rounds } from '../measure/rounds.ts'
import { formatRatio, formatSpread, formatTime, median } from './figures.ts'
import type { Goal, SpeedRow, Table } from './section.ts'

/** Times of contenders in milliseconds, each also as a multiple of the base's time in the same round. */
export interface Comparison {
  readonly rounds: Rounds<number>
  /** The contender that the others are divided by. */
  readonly base: string
}

export interface RatioGoal {
  readonly name: string
  readonly own: string
  readonly max: number
  /** Contenders of the same kind; those that are not measured are left out. */
  readonly peers: readonly string[]
}

/** A row of the page on speed, by the names of contenders. */
export interface SpeedTask {
  readonly task: string
  readonly own: string
  readonly alternatives: readonly string[]
  readonly unchecked: readonly string[]
}

function timesOf({ rounds }: Comparison, name: string): number[] {
  return rounds.figures.map(times => times[name] ?? Number.NaN)
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
function ratiosOf(comparison: Comparison, name: string): number[] {
  const bases = timesOf(comparison, comparison.base)
  return timesOf(comparison, name).map((time, round) => time / (bases[round] ?? Number.NaN))
}

/** A row for each contender, the fastest first. */
export function compareTimes(comparison: Comparison, head = 'contender', format = formatTime): Table {
  const names = Object.keys(comparison.rounds.figures[0] ?? {})
  const rows = names
    .toSorted((a, b) => medianOf(comparison, a) - medianOf(comparison, b))
    .map(name => [
      name,
      formatSpread(timesOf(comparison, name), format) + describeSettling(comparison.rounds, [name]),
      formatSpread(ratiosOf(comparison, name), formatRatio),
    ])
  return { head: [head, 'processor time', `against ${comparison.base}`], rows }
}

export function judgeRatio(comparison: Comparison, { name, own, max, peers }: RatioGoal): Goal {
  const ratios = ratiosOf(comparison, own)
  return {
    name,
    figure: formatSpread(ratios, formatRatio) + describeSettling(comparison.rounds, [own, comparison.base]),
    target: `≤ ${formatRatio(max)} × ${comparison.base}`,
    peer: findBestPeer(comparison, peers),
    isMet: median(ratios) <= max,
  }
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

/** A remark if one of these turns was disturbed to the end in some rounds, otherwise an empty string. */
export function describeSettling({ figures, disturbed }: Rounds<unknown>, names: readonly string[]): string {
  const rounds = new Set(names.flatMap(name => disturbed.get(name) ?? []))
  return rounds.size > 0 ? `, did not settle in ${rounds.size} of ${figures.length} rounds` : ''
}
