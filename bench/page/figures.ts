export function median(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.floor(ordered.length / 2)] ?? Number.NaN
}

/** Formats the median, with the lowest and the highest value in brackets. */
export function formatSpread(values: readonly number[], format: (value: number) => string): string {
  const [lowest, highest] = [format(Math.min(...values)), format(Math.max(...values))]
  const middle = format(median(values))
  return lowest === highest ? middle : `${middle} (${lowest} to ${highest})`
}

export function formatInteger(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–'
}

export function formatRatio(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : '–'
}

export function formatTime(milliseconds: number): string {
  if (Math.abs(milliseconds) < 1) return `${Number((milliseconds * 1000).toPrecision(3))} µs`
  return milliseconds < 100 ? `${milliseconds.toFixed(1)} ms` : `${formatInteger(milliseconds)} ms`
}
