import { holdsRounded, isRecord, parseJson } from '../contract/json.ts'
import { clean, type QuirkCode, type Reading, reading } from './reading.ts'

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
  return reading(distinct([...first.value, ...second.value]), ...quirks)
}

function list(value: unknown): Reading<unknown[]> {
  if (value === undefined || value === null) return clean([])
  if (value === '-' || value === false || isEmptyRecord(value)) return reading([], 'placeholder')
  if (Array.isArray(value)) return holdsRounded(value) ? reading(value, 'unreadable') : clean(value)
  if (typeof value !== 'string') return reading([value], 'converted')
  // Nearly every list of a network is empty, and need not be parsed to be known as such.
  if (value === '[]' || value.trim() === '') return reading([], 'json_encoded')
  try {
    const { value: entries, quirks } = list(parseJson(value))
    return reading(entries, 'json_encoded', ...quirks)
  } catch {
    return reading([{ unreadable: value }], 'malformed_json')
  }
}

function isEmptyRecord(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}

function distinct(entries: unknown[]): unknown[] {
  return [...new Map(entries.map(entry => [spelling(entry), entry])).values()]
}

function spelling(entry: unknown): unknown {
  try {
    return JSON.stringify(entry)
  } catch {
    return entry // nested deeper than the engine can write: only the same object is the same entry
  }
}
