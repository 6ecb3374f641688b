import { clean, type Reading, reading } from './reading.ts'

const nothing: Reading<null> = clean(null)
const unreadable: Reading<null> = reading(null, 'unreadable')

/** Text; a number or boolean in its place is written out. */
export function text(value: unknown): Reading<string | null> {
  if (typeof value === 'string') return clean(value)
  if (value === undefined || value === null) return nothing
  if (typeof value === 'number' || typeof value === 'boolean') return reading(String(value), 'converted')
  return unreadable
}

/** A number; decimal digits in a string are read. */
export function number(value: unknown): Reading<number | null> {
  if (typeof value === 'number' && Number.isFinite(value)) return clean(value)
  if (value === undefined || value === null) return nothing
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return reading(Number(value), 'converted')
  return unreadable
}

/** A boolean; "true" and "false" are read. */
export function boolean(value: unknown): Reading<boolean | null> {
  if (typeof value === 'boolean') return clean(value)
  if (value === undefined || value === null) return nothing
  if (value === 'true' || value === 'false') return reading(value === 'true', 'converted')
  return unreadable
}
