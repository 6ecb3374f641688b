import { clean, type Reading, reading } from './reading.ts'

/** A value of a set that the specification leaves open: an unknown one passes, and is told. */
export function openValue(known: readonly string[], value: string | null): Reading<string | null> {
  return value === null || known.includes(value) ? clean(value) : reading(value, 'unknown_value')
}
