const units = [
  { size: 0.001, name: 'µs' },
  { size: 1, name: 'ms' },
  { size: 1000, name: 's' },
] as const

/**
 * Formats a duration of real time in its largest suitable unit, such as `420 µs` or `1.5 ms`. For a request without a response,
 * returns a dash.
 */
export function describeDuration(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  // Rounding 999.6 µs would give 1000 µs, so it is shown as 1 ms.
  const unit = units.findLast(({ size }) => milliseconds >= size * 0.9995) ?? units[0]
  const amount = milliseconds / unit.size
  return `${amount < 9.95 ? Number(amount.toFixed(1)) : Math.round(amount)} ${unit.name}`
}
