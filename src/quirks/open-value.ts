import { type Reading, reading } from './reading.ts'
import { text } from './scalar.ts'

/** A value of a set that the specification leaves open: an unknown one passes, and is told. */
export function openValue(known: readonly string[], value: unknown): Reading<string | null> {
  const given = text(value)
  if (given.value === null || known.includes(given.value)) return given
  return reading(given.value, ...given.quirks, 'unknown_value')
}
