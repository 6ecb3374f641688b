import { isRounded } from '../contract/json.ts'
import { clean, type Reading, reading } from '../reading/reading.ts'

const nothing: Reading<null> = clean(null)
const unreadable: Reading<null> = reading(null, 'unreadable')

/** Text; a number or boolean in its place is written out, unless digits of it are lost. */
export function text(value: unknown): Reading<string | null> {
  if (typeof value === 'string') return clean(value)
  if (value === undefined || value === null) return nothing
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && !isRounded(value))
  return isPlain ? reading(String(value), 'converted') : unreadable
}

/** A number; decimal digits in a string are read. */
export function number(value: unknown): Reading<number | null> {
  if (typeof value === 'number' && !isRounded(value)) return clean(value)
  if (value === undefined || value === null) return nothing
  const digits = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  return Number.isNaN(digits) || isRounded(digits) ? unreadable : reading(digits, 'converted')
}

/** A boolean; "true" and "false" are read. */
export function boolean(value: unknown): Reading<boolean | null> {
  if (typeof value === 'boolean') return clean(value)
  if (value === undefined || value === null) return nothing
  if (value === 'true' || value === 'false') return reading(value === 'true', 'converted')
  return unreadable
}

/** A value of a set that the specification leaves open: an unknown one passes and is reported. */
export function openValue(known: readonly string[], value: unknown): Reading<string | null> {
  const given = text(value)
  if (given.value === null || known.includes(given.value)) return given
  return reading(given.value, ...given.quirks, 'unknown_value')
}
