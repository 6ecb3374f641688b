import { isBlankValue, isPlaceholder } from '../reading/blank.ts'
import { meansNo } from '../reading/means-no.ts'
import type { QuirkCode } from '../reading/quirk-codes.ts'
import { isAbsent, noteQuirk, type ReadContext } from '../reading/read-context.ts'
import { isRecord, isString, parseEncoded } from '../shared/json.ts'

/** The entries of a list, and the quirks that it has. */
interface ParsedList {
  readonly entries: unknown[]
  readonly quirks: readonly QuirkCode[]
}

/**
 * A list that may come as an array or as JSON text (specification: Network, rule). Any other value is a list of one. Text that
 * cannot be read becomes one entry `{ unreadable: text }`: a hit must not turn into a clean record.
 */
function parseList(value: unknown): ParsedList {
  if (value === undefined || value === null) return { entries: [], quirks: [] }
  if (Array.isArray(value)) return { entries: value, quirks: [] }
  if (value === false || (isRecord(value) && Object.keys(value).length === 0))
    return { entries: [], quirks: ['placeholder'] }
  if (typeof value !== 'string') return { entries: [value], quirks: ['converted'] }
  // Nearly every list of a network is empty.
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

/** A list of texts, JSON-encoded or not. A single text is a list of one; any other entry than a text makes the list unreadable. */
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

/** Tags are sent as one comma-separated string, and come back as an array; a comma in an entry is undone (specification: tags). */
export function tags(value: unknown, context: ReadContext, field: string): string[] {
  const entries = textList(value, context, field)
  if (!entries.some(entry => entry.includes(','))) return entries
  noteQuirk(context, field, 'joined_tags', value)
  return entries
    .flatMap(entry => entry.split(','))
    .map(tag => tag.trim())
    .filter(Boolean)
}

/** The entries of a list of hits. */
interface HitList {
  readonly entries: unknown[]
  /** Whether the only entry is not in a list: it may be about the search, such as its date. */
  readonly isAlone: boolean
}

/** A "no" in the place of a list of hits is an empty list. Any other value but a list is an entry, for it may be a hit. */
export function hitList(value: unknown, context: ReadContext, field: string): HitList {
  if (Array.isArray(value)) return { entries: value, isAlone: false }
  if (isAbsent(value, context)) return { entries: [], isAlone: false }
  const isBare = isString(value) ? !/^\s*[[{]/.test(value) : typeof value !== 'object'
  const isNone = isBare && !isBlankValue(value) && meansNo(value)
  const { entries, quirks }: ParsedList = isNone ? { entries: [], quirks: ['placeholder'] } : parseList(value)
  for (const quirk of quirks) noteQuirk(context, field, quirk, value)
  return { entries, isAlone: quirks.includes('converted') }
}
