/** The middle one, of a copy in order. */
export function median(values: readonly number[]): number {
  const ordered = values.toSorted((left, right) => left - right)
  return ordered[Math.floor(ordered.length / 2)] ?? Number.NaN
}
