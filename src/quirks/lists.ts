import { isBlank, isPlaceholder, type QuirkCode } from '../reading/reading.ts'
import { saysNo } from '../reading/screening.ts'
import type { Place, Reader } from '../reading/table.ts'
import { isRecord, isString, parseEncoded } from '../shared/json.ts'

/** The entries of what stands in place of a list, and the quirks that it is. */
interface Listed {
  readonly entries: unknown[]
  readonly quirks: readonly QuirkCode[]
}

/**
 * A list that may come as an array or as JSON text (specification: Network, rule). What stands alone is a list of one. Text that
 * cannot be read becomes one entry `{ unreadable: text }`: a hit must not turn into a clean record.
 */
export function listIn(value: unknown): Listed {
  if (value === undefined || value === null) return { entries: [], quirks: [] }
  if (Array.isArray(value)) return { entries: value, quirks: [] }
  if (value === false || (isRecord(value) && Object.keys(value).length === 0))
    return { entries: [], quirks: ['placeholder'] }
  if (typeof value !== 'string') return { entries: [value], quirks: ['converted'] }
  // Nearly every list of a network is empty, and need not be parsed to be known as such.
  if (value === '[]') return { entries: [], quirks: ['json_encoded'] }
  if (isPlaceholder(value)) return { entries: [], quirks: ['placeholder'] }
  try {
    const { entries, quirks } = listIn(parseEncoded(value))
    return { entries, quirks: ['json_encoded', ...quirks] }
  } catch {
    return { entries: [{ unreadable: value }], quirks: ['malformed_json'] }
  }
}

function noteAll<Value>({ quirks }: Listed, at: Place, value: Value): Value {
  for (const quirk of quirks) at.note(quirk, value)
  return value
}

export const jsonList: Reader<unknown[]> = (value, at) => {
  const list = listIn(value)
  return noteAll(list, at, list.entries)
}

/** A list of texts, JSON-encoded or not; a text alone is a list of one, and what is no text makes the list unreadable. */
export const textList: Reader<string[]> = (value, at) => {
  const isAlone = isString(value) && !isPlaceholder(value) && !/^\s*["[{]/.test(value)
  if (isAlone) return at.note('converted', [value])
  const entries = jsonList(value, at)
  return entries.every(isString) ? entries : at.note('unreadable', entries.filter(isString))
}

/** Tags go out as one comma-separated string, and come back as an array; a comma in an entry is undone (specification: tags). */
export const tags: Reader<string[]> = (value, at) => {
  const entries = textList(value, at)
  if (!entries.some(entry => entry.includes(','))) return entries
  const separate = entries.flatMap(entry => entry.split(',')).map(tag => tag.trim())
  return at.note('joined_tags', separate.filter(Boolean))
}

/**
 * The entries of a list of hits. A "no" in place of the list says that there are none; whatever else is no list is an entry:
 * what is not understood is never none. What stands alone may be about the search itself: what was looked through, and when.
 */
export function hitsIn(value: unknown, at: Place) {
  const isBare = isString(value) ? !/^\s*[[{]/.test(value) : typeof value !== 'object'
  const saysNone = isBare && !isBlank(value) && saysNo(value)
  const list: Listed = saysNone ? { entries: [], quirks: ['placeholder'] } : listIn(value)
  return noteAll(list, at, { entries: list.entries, isAlone: list.quirks.includes('converted') })
}
