import { clean, isPlaceholder, type Reading, reading } from '../reading/reading.ts'
import { type Reader, reader } from '../reading/table.ts'
import { isRounded, isText } from '../shared/json.ts'

const nothing: Reading<null> = clean(null)
const unreadable: Reading<null> = reading(null, 'unreadable')

/** Text; a number or boolean in its place is written out, unless digits of it are lost. */
export function readText(value: unknown): Reading<string | null> {
  if (isText(value)) return clean(value)
  if (value === undefined || value === null) return nothing
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && !isRounded(value))
  return isPlain ? reading(String(value), 'converted') : unreadable
}

export const text = reader(readText, isText)

/** Text that the specification promises: empty where there is none. */
export const requiredText = orEmpty(text)

/** What a reader reads, and an empty text for nothing. */
export function orEmpty(read: Reader<string | null>): Reader<string> {
  return reader((given, place) => {
    const { value, quirks } = read(given, place)
    return { value: value ?? '', quirks }
  }, read.takes ?? isText)
}

/** A number; decimal digits in a string are read. */
export const number = reader(readNumber, value => typeof value === 'number' && !isRounded(value))

export function readNumber(value: unknown): Reading<number | null> {
  if (typeof value === 'number' && !isRounded(value)) return clean(value)
  if (value === undefined || value === null) return nothing
  const digits = isText(value) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
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
export function openValue(known: readonly string[]): Reader<string | null> {
  const takes = (value: unknown) => isText(value) && known.includes(value)
  return reader(value => {
    const given = readText(value)
    if (given.value === null || takes(given.value)) return given
    return reading(given.value, ...given.quirks, 'unknown_value')
  }, takes)
}

const empty: Reading<null> = reading(null, 'placeholder')

/** A single hyphen, or nothing, stands for no value (specification: Entity, registration and dueDate; search results). */
export function readShown(value: unknown): Reading<string | null> {
  return isText(value) && isPlaceholder(value) ? empty : readText(value)
}

export const placeholder = reader(readShown, value => isText(value) && !isPlaceholder(value))
