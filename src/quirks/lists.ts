import { clean, isBlank, isPlaceholder, type Reading, reading } from '../reading/reading.ts'
import { saysNo } from '../reading/screening.ts'
import { reader } from '../reading/table.ts'
import { decoded, isRecord, isText } from '../shared/json.ts'

/**
 * A list that may come as an array or as JSON text (specification: Network, rule). What stands alone is a list of one. Text that
 * cannot be read becomes one entry `{ unreadable: text }`: a hit must not turn into a clean record.
 */
export function readList(value: unknown): Reading<unknown[]> {
  if (value === undefined || value === null) return clean([])
  if (Array.isArray(value)) return clean(value)
  if (value === false || (isRecord(value) && Object.keys(value).length === 0))
    return reading([], 'placeholder')
  if (typeof value !== 'string') return reading([value], 'converted')
  // Nearly every list of a network is empty, and need not be parsed to be known as such.
  const text = value.trim()
  if (text === '[]') return reading([], 'json_encoded')
  if (isPlaceholder(text)) return reading([], 'placeholder')
  try {
    const { value: entries, quirks } = readList(JSON.parse(text))
    return reading(entries, 'json_encoded', ...quirks)
  } catch {
    return reading([{ unreadable: value }], 'malformed_json')
  }
}

/** A list of texts, JSON-encoded or not; a text alone is a list of one, and what is no text makes the list unreadable. */
export function readTextList(value: unknown): Reading<string[]> {
  if (isTextList(value)) return clean(value)
  const isAlone = isText(value) && !isPlaceholder(value) && !/^\s*["[{]/.test(value)
  const { value: entries, quirks } = isAlone ? reading([value], 'converted') : readList(value)
  const texts = entries.filter(isText)
  return texts.length === entries.length ? { value: texts, quirks } : reading(texts, ...quirks, 'unreadable')
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText)
}

export const jsonList = reader(readList, Array.isArray)
export const textList = reader(readTextList, isTextList)

/** Tags go out as one comma-separated string, and come back as an array; a comma in an entry is undone (specification: tags). */
export function tags(value: unknown): Reading<string[]> {
  const given = readTextList(value)
  const { value: entries, quirks } = given
  if (!entries.some(entry => entry.includes(','))) return given
  const separate = entries.flatMap(entry => entry.split(',')).map(tag => tag.trim())
  return reading(
    separate.filter(tag => tag !== ''),
    'joined_tags',
    ...quirks,
  )
}

const nothing: Reading<unknown[]> = reading([], 'placeholder')

/**
 * The entries of a list of hits. A "no" in place of the list says that there are none; whatever else is no list is an entry:
 * what is not understood is never none.
 */
export function hitList(value: unknown): Reading<unknown[]> {
  const isBare = typeof decoded(value) !== 'object'
  if (isBare && !isBlank(value) && saysNo(value)) return nothing
  return readList(value)
}
