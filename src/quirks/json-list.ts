import { holdsRounded, isRecord, parseJson } from '../contract/json.ts'
import type { FieldNames } from '../reading/field-names.ts'
import { clean, type QuirkCode, type Reading, reading } from '../reading/reading.ts'
import { isPlaceholder } from './placeholder.ts'

/**
 * A list that may come as an array or as a JSON-encoded string, under its plain name, under the superseded name ending in
 * _json, or under both (specification: Network, rule; Versioning, rule 4). Under both, the lists are joined, each entry once.
 * Text that cannot be read becomes one entry `{ unreadable: text }`: a hit must not turn into a clean record.
 */
export function jsonList(plain: unknown, superseded?: unknown): Reading<unknown[]> {
  if (superseded === undefined) return list(plain)
  const second = list(superseded)
  if (plain === undefined) return reading(second.value, 'superseded_name', ...second.quirks)
  const first = list(plain)
  const quirks: QuirkCode[] = ['both_names', 'superseded_name', ...first.quirks, ...second.quirks]
  const known = new Set(first.value.map(spelling))
  return reading([...first.value, ...second.value.filter(entry => !known.has(spelling(entry)))], ...quirks)
}

function list(value: unknown): Reading<unknown[]> {
  if (value === undefined || value === null) return clean([])
  if (value === false || isEmptyRecord(value)) return reading([], 'placeholder')
  if (Array.isArray(value)) return holdsRounded(value) ? reading(value, 'unreadable') : clean(value)
  if (typeof value !== 'string') return reading([value], 'converted')
  // Nearly every list of a network is empty, and need not be parsed to be known as such.
  const text = value.trim()
  if (text === '[]' || text === '') return reading([], 'json_encoded')
  if (isPlaceholder(text)) return reading([], 'placeholder')
  try {
    const { value: entries, quirks } = list(parseJson(text))
    return reading(entries, 'json_encoded', ...quirks)
  } catch {
    return reading([{ unreadable: value }], 'malformed_json')
  }
}

/** Whether an entry stands for text that cannot be read. */
export function isUnreadable(entry: unknown): boolean {
  return isRecord(entry) && typeof entry.unreadable === 'string' && Object.keys(entry).length === 1
}

function isEmptyRecord(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}

function spelling(entry: unknown): unknown {
  try {
    return JSON.stringify(entry)
  } catch {
    return entry // nested deeper than the engine can write: only the same object is the same entry
  }
}

export const mayBeJson = /^\s*[[{"]/

/** More levels than any source has; a response may be nested deeper than a stack. */
const mostLevels = 8

/** A list or an object that may come as JSON text, also of JSON text. */
export function decoded(value: unknown, level = 0): unknown {
  if (typeof value !== 'string' || level === mostLevels || !mayBeJson.test(value)) return value
  try {
    return decoded(parseJson(value), level + 1)
  } catch {
    return value
  }
}

/** Whether an object holds records, keyed by anything, and is none itself: none of its names is one of theirs. */
export function isKeyed(value: unknown, names: FieldNames): value is Readonly<Record<string, unknown>> {
  return (
    isRecord(value) &&
    Object.keys(value).every(name => names.withLettersOf(name) === undefined) &&
    Object.values(value).some(item => isRecord(decoded(item)))
  )
}

/** Each entry once. */
export function once<Entry>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map(entry => [spelling(entry), entry])).values()]
}
