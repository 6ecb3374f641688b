const units = [
  { size: 0.001, name: 'µs' },
  { size: 1, name: 'ms' },
  { size: 1000, name: 's' },
] as const

/** A real duration in its largest unit, such as `420 µs` or `1.5 ms`; a dash as long as there is none. */
export function describeDuration(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  // 999.6 µs is 1 ms: the next unit starts where rounding reaches it.
  const unit = units.findLast(({ size }) => milliseconds >= size * 0.9995) ?? units[0]
  const amount = milliseconds / unit.size
  return `${amount < 9.95 ? Number(amount.toFixed(1)) : Math.round(amount)} ${unit.name}`
}
