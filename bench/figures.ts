/** The middle one. */
export function median(values: readonly number[]): number {
  const ordered = values.toSorted((left, right) => left - right)
  return ordered[Math.floor(ordered.length / 2)] ?? Number.NaN
}

/** A measure in each round divided by another in the same round: what slows both down does not count. */
export function ratios(values: readonly number[], bases: readonly number[]): number[] {
  return values.map((value, round) => value / (bases[round] ?? Number.NaN))
}

/** The median, and from where to where the rounds go. */
export function spread(values: readonly number[], show: (value: number) => string): string {
  const [least, most] = [show(Math.min(...values)), show(Math.max(...values))]
  const middle = show(median(values))
  return least === most ? middle : `${middle} (${least} to ${most})`
}

export function whole(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–'
}

export function hundredths(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : '–'
}

export function time(milliseconds: number): string {
  if (Math.abs(milliseconds) < 1) return `${Math.round(milliseconds * 1000)} µs`
  return milliseconds < 100 ? `${milliseconds.toFixed(1)} ms` : `${whole(milliseconds)} ms`
}
