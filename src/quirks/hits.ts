import { isRecord, parseJson } from '../contract/json.ts'
import { lettersOf } from './field-names.ts'
import { jsonList } from './json-list.ts'
import { isPlaceholder } from './placeholder.ts'
import { type Reading, reading } from './reading.ts'
import { remembering } from './remembered.ts'

/** The lists of a node that hold hits (specification: Network, node object). */
export type HitField = 'pep' | 'sanctions' | 'adverse_media'

/** A value under a name that the specification does not have, and that may hold hits. */
export interface FoundHits {
  readonly field: HitField
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** More levels than any source has; an answer may be nested deeper than a stack. */
const mostLevels = 8

/** Words of names that speak of hits, and the list in which such hits belong. */
const words: readonly (readonly [HitField, RegExp])[] = [
  ['pep', /pep|politicallyexposed/],
  ['adverse_media', /adverse|media|negativenews/],
  ['sanctions', /sanction|watchlist|blacklist|warning|embargo|debar/],
]

/** What says that there are none, where the name of the field asks whether there are. */
const noes: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  false,
  0,
  'false',
  'no',
  'none',
  'n/a',
  '0',
  'null',
])

/**
 * Unknown is never clean: whatever looks like hits, under whatever name and however deep, is found, so that it can be shown as
 * a hit.
 */
export function findHits(value: unknown, path: readonly (string | number)[] = []): FoundHits[] {
  if (typeof value !== 'object' || value === null || path.length > mostLevels) return []
  return Object.entries(value).flatMap(([key, value]) => {
    const at = [...path, key]
    const field = hitField(key)
    if (field !== undefined && !isNo(value)) return { field, path: at, value }
    return findHits(decoded(value), at)
  })
}

const hitField = remembering((name): HitField | undefined => {
  const letters = lettersOf(name)
  return words.find(([, word]) => word.test(letters))?.[0]
})

function isNo(value: unknown, level = 0): boolean {
  const given = decoded(value)
  if (typeof given === 'string') return isPlaceholder(given) || noes.has(given.toLowerCase())
  if (typeof given !== 'object' || given === null) return noes.has(given)
  if (level === mostLevels) return false
  if (Array.isArray(given)) return given.every(item => Array.isArray(item) && isNo(item, level + 1))
  return Object.values(given).every(inner => isNo(inner, level + 1))
}

/**
 * The entries of a list of hits. Lists in lists, and an object that holds lists or entries, are taken apart: each entry counts,
 * and the value as it came stays in `extra`.
 */
export function hitList(plain: unknown, superseded?: unknown): Reading<unknown[]> {
  const { value: entries, quirks } = jsonList(plain, superseded)
  if (entries.length === 0 || !entries.some(isFolded)) return reading(entries, ...quirks)
  return reading(
    entries.flatMap(entry => unfold(entry)),
    ...quirks,
    'converted',
    'unreadable',
  )
}

function isFolded(entry: unknown): boolean {
  return partsOf(entry, 0) !== undefined
}

function unfold(entry: unknown, level = 0): unknown[] {
  const parts = partsOf(entry, level)
  if (parts === undefined) return [entry]
  const inner = parts.flatMap(part => unfold(part, level + 1))
  return inner.length === 0 && !isNo(entry) ? [entry] : inner
}

/** The fields by which an entry is known as one (specification: Network, node object, pep). */
const entryFields: ReadonlySet<string> = new Set(['name', 'fullname', 'position', 'sources'])
const listNames: ReadonlySet<string> = new Set(
  'data,entries,hits,items,list,matches,records,results,values'.split(','),
)

/** What stands in place of one entry and holds several; undefined of what is an entry itself. */
function partsOf(given: unknown, level: number): readonly unknown[] | undefined {
  // Nearly every entry is an object with a name.
  if (level === mostLevels || (isRecord(given) && 'name' in given)) return undefined
  const entry = decoded(given)
  if (Array.isArray(entry)) return entry
  if (!isRecord(entry)) return undefined
  const fields = Object.entries(entry)
  if (fields.some(([name]) => entryFields.has(lettersOf(name)))) return entry === given ? undefined : [entry]
  const lists = fields.filter(([, value]) => holdsRecord(value))
  const saysItself = fields.some(([, value]) => typeof value === 'string' && decoded(value) === value)
  const isList = ([name, value]: [string, unknown]) =>
    listNames.has(lettersOf(name)) && (!isRecord(decoded(value)) || partsOf(value, level + 1) !== undefined)
  const holding = saysItself ? lists.filter(isList) : lists
  return holding.length === 0 ? undefined : holding.map(([, value]) => value)
}

function holdsRecord(given: unknown): boolean {
  const value = decoded(given)
  return isRecord(value) || (Array.isArray(value) && value.some(item => typeof decoded(item) === 'object'))
}

/** A list or an object that may come as JSON text, also of JSON text. */
function decoded(value: unknown, level = 0): unknown {
  if (typeof value !== 'string' || level === mostLevels || !/^\s*[[{"]/.test(value)) return value
  try {
    return decoded(parseJson(value), level + 1)
  } catch {
    return value
  }
}
