import { isBlankValue, isPlaceholder } from '../reading/blank.ts'
import { meansNo } from '../reading/means-no.ts'
import type { QuirkCode } from '../reading/quirk-codes.ts'
import { isAbsent, noteQuirk, type ReadContext } from '../reading/read-context.ts'
import { isRecord, isString, parseEncoded } from '../shared/json.ts'

/** The entries of a list, and the quirks of the value that contained the list. */
interface ParsedList {
  readonly entries: unknown[]
  readonly quirks: readonly QuirkCode[]
}

/**
 * Reads a list from an array or from JSON text (specification: Network, rule). Any other value becomes the
 * only entry of a list. Text that cannot be parsed becomes the entry `{ unreadable: text }`, because it may
 * contain a hit.
 */
function parseList(value: unknown): ParsedList {
  if (value === undefined || value === null) return { entries: [], quirks: [] }
  if (Array.isArray(value)) return { entries: value, quirks: [] }
  if (value === false || (isRecord(value) && Object.keys(value).length === 0))
    return { entries: [], quirks: ['placeholder'] }
  if (typeof value !== 'string') return { entries: [value], quirks: ['converted'] }
  // Fast path: nearly every list in a network response is empty.
  if (value === '[]') return { entries: [], quirks: ['json_encoded'] }
  if (isPlaceholder(value)) return { entries: [], quirks: ['placeholder'] }
  try {
    const { entries, quirks } = parseList(parseEncoded(value))
    return { entries, quirks: ['json_encoded', ...quirks] }
  } catch {
    return { entries: [{ unreadable: value }], quirks: ['malformed_json'] }
  }
}

export function jsonList(value: unknown, context: ReadContext, field: string): unknown[] {
  if (Array.isArray(value)) return value
  if (isAbsent(value, context)) return []
  const { entries, quirks } = parseList(value)
  for (const quirk of quirks) noteQuirk(context, field, quirk, value)
  return entries
}

/**
 * Reads a list of strings. The list may be encoded as JSON, or be a single string. Drops entries that are not strings, and
 * reports the list as unreadable.
 */
export function textList(value: unknown, context: ReadContext, field: string): string[] {
  if (isString(value) && !isPlaceholder(value) && !/^\s*["[{]/.test(value)) {
    noteQuirk(context, field, 'converted', value)
    return [value]
  }
  const entries = jsonList(value, context, field)
  if (entries.every(isString)) return entries
  noteQuirk(context, field, 'unreadable', value)
  return entries.filter(isString)
}

/**
 * Reads tags. A request has them as one comma-separated string, a response as an array, so an entry with
 * commas is split (specification: tags).
 */
export function tags(value: unknown, context: ReadContext, field: string): string[] {
  const entries = textList(value, context, field)
  if (!entries.some(entry => entry.includes(','))) return entries
  noteQuirk(context, field, 'joined_tags', value)
  return entries
    .flatMap(entry => entry.split(','))
    .map(tag => tag.trim())
    .filter(Boolean)
}

/** The entries of a hit list. */
interface HitList {
  readonly entries: readonly unknown[]
  /**
   * Whether the value was a single entry instead of a list. Such an entry may not be a hit but other
   * information about the screening, such as its date.
   */
  readonly isAlone: boolean
}

/** The empty list that most parties have, shared so that reading them creates no objects. */
const noHits: HitList = { entries: [], isAlone: false }

/**
 * Reads a list of hits. A value that means "no" is read as an empty list. Any other value that is not a list is read as one
 * entry, because it may be a hit.
 */
export function hitList(value: unknown, context: ReadContext, field: string): HitList {
  if (Array.isArray(value)) return value.length === 0 ? noHits : { entries: value, isAlone: false }
  if (isAbsent(value, context)) return noHits
  // Fast path: nearly every list that a response encodes as text is empty.
  if (value === '[]') {
    noteQuirk(context, field, 'json_encoded', value)
    return noHits
  }
  const isBare = isString(value) ? !/^\s*[[{]/.test(value) : typeof value !== 'object'
  const isNone = isBare && !isBlankValue(value) && meansNo(value)
  const { entries, quirks }: ParsedList = isNone ? { entries: [], quirks: ['placeholder'] } : parseList(value)
  for (const quirk of quirks) noteQuirk(context, field, quirk, value)
  return { entries, isAlone: quirks.includes('converted') }
}
