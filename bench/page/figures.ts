/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b)
  const middle = (ordered.length - 1) / 2
  const [low = Number.NaN, high = Number.NaN] = [ordered[Math.floor(middle)], ordered[Math.ceil(middle)]]
  return (low + high) / 2
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

export function formatMebibytes(value: number): string {
  return `${formatInteger(value)} MiB`
}

export function formatKibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

export function formatTime(milliseconds: number): string {
  if (Math.abs(milliseconds) < 1) return `${Number((milliseconds * 1000).toPrecision(3))} µs`
  return milliseconds < 100 ? `${milliseconds.toFixed(1)} ms` : `${formatInteger(milliseconds)} ms`
}
