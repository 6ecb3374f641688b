import type * as z from 'zod/mini'
import { UnreadableBody, valueAt } from '../contract/issues.ts'
import { holdsRounded, isRecord, parseJson } from '../contract/json.ts'
import { spellFields } from '../quirks/field-spelling.ts'
import { type FoundHits, findHits, isHitList } from '../quirks/hits.ts'
import { decoded, once } from '../quirks/json-list.ts'
import { findMorePages } from '../quirks/more-pages.ts'
import { isPlaceholder, placeholder } from '../quirks/placeholder.ts'
import { text } from '../quirks/scalar.ts'
import { type Extra, noExtra } from '../reading/extra.ts'
import { createFieldNames, type FieldNames, lettersOf } from '../reading/field-names.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import { noQuirks, type Reading } from '../reading/reading.ts'

/** An object of the wire, being read: its fields, where it stands, and what could not be read of it. */
export interface WireRecord {
  /** Under the names of the vocabulary. */
  readonly fields: Readonly<Record<string, unknown>>
  /** What the vocabulary has no name for. */
  readonly rest: Readonly<Record<string, unknown>>
  readonly path: Path
  readonly log: QuirkLog
  /** Names of fields; a new list each time that one is added. */
  unreadable: readonly string[]
  /** What stands where an object belongs; undefined where one does. */
  readonly foreign: unknown
}

const noFields: Readonly<Record<string, unknown>> = Object.freeze({})
const nothing: readonly string[] = Object.freeze([])

/** The names that the contract has for the fields of an object; all others are extra. */
export function fieldNames(schema: z.ZodMiniObject): FieldNames {
  const fields = Object.entries(schema.shape)
  const lists = fields.filter(([, field]) => isList(field))
  return createFieldNames(
    fields.map(([name]) => name),
    lists.map(([name]) => name),
  )
}

function isList(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return isList(def.innerType)
  return def.type === 'array' || def.type === 'union'
}

/**
 * Opens a value for reading. An object may come as JSON text, and its names in other spellings; what is no object at all reads
 * as one without fields, and is kept as it came among what could not be read.
 */
export function openRecord(value: unknown, path: Path, log: QuirkLog, names: FieldNames): WireRecord {
  if (isRecord(value) && names.areAllOf(value)) {
    return { fields: value, rest: noFields, path, log, unreadable: nothing, foreign: undefined }
  }
  return openOddRecord(value, path, log, names)
}

function openOddRecord(value: unknown, path: Path, log: QuirkLog, names: FieldNames): WireRecord {
  const encoded = typeof value === 'string' ? parseRecord(value) : undefined
  const given = isRecord(value) ? value : encoded
  if (encoded !== undefined) log.report('json_encoded', path)
  if (given === undefined) {
    if (value !== undefined) log.report('unreadable', path)
    return { fields: noFields, rest: noFields, path, log, unreadable: nothing, foreign: value }
  }
  const { fields, rest, quirks, contradicting, wrapping } = spellFields(given, names)
  for (const code of quirks) log.report(code, path)
  for (const name of contradicting) log.drift([...path, name], 'given once', rest[name])
  for (const name of wrapping) log.drift([...path, name], 'one level higher', given[name])
  return { fields, rest, path, log, unreadable: nothing, foreign: undefined }
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Takes the value of a reading, and reports what it met. Fields are written out, as in `take(record, 'name', text(fields.name))`:
 * an engine finds them so several times faster than by a name that it is given.
 */
export function take<Value>(record: WireRecord, field: string, result: Reading<Value>): Value {
  return result.quirks === noQuirks ? result.value : tell(record, field, result)
}

function tell<Value>(record: WireRecord, field: string, { value, quirks }: Reading<Value>): Value {
  for (const code of quirks) {
    record.log.report(code, record.path, field)
    if (code === 'unreadable') record.unreadable = [...record.unreadable, field]
  }
  return value
}

/** {@link take} of text, which comes as it should nearly always: no reading is made of it. */
export function takeText(record: WireRecord, field: string, value: unknown): string | null {
  return typeof value === 'string' ? value : take(record, field, text(value))
}

/** {@link takeText} where a placeholder may stand. */
export function takeShown(record: WireRecord, field: string, value: unknown): string | null {
  if (value === undefined || (typeof value === 'string' && !isPlaceholder(value))) return value ?? null
  return take(record, field, placeholder(value))
}

/** All that has not been read: unknown fields, and known ones that could not be. */
export function takeRest({ fields, rest, path, log, unreadable, foreign }: WireRecord): Extra {
  if (foreign !== undefined) return { value: foreign }
  if (unreadable.length === 0 && rest === noFields) return noExtra
  for (const [name, value] of Object.entries(rest)) {
    log.report('unknown_field', path, name)
    if (holdsRounded(value)) log.report('unreadable', path, name)
  }
  const unread = unreadable.filter(name => name in fields).map(name => [name, fields[name]])
  return Object.fromEntries([...unread, ...Object.entries(rest)])
}

/** {@link takeRest} where hits may be: whatever looks like one is reported as drift, and added to those that were found before. */
export function takeExtra(record: WireRecord, found?: FoundHits[]): Extra {
  const extra = takeRest(record)
  if (extra === noExtra) return extra
  const hits = findStrayHits(extra, record)
  reportHits(hits, record)
  for (const hit of hits) found?.push(hit)
  return extra
}

/** What looks like hits among what has not been read; a list of hits that is there as it came has its entries elsewhere. */
export function findStrayHits(extra: Extra, { unreadable }: Pick<WireRecord, 'unreadable'>): FoundHits[] {
  if (extra === noExtra) return []
  return findHits(extra).filter(
    ({ path: [name] }) => !(isHitList(name) && unreadable.some(known => known === name)),
  )
}

export function reportHits(
  hits: readonly FoundHits[],
  { path, log }: Pick<WireRecord, 'path' | 'log'>,
): void {
  for (const { path: inner, value } of hits)
    log.drift([...path, ...inner], 'a field of the specification', value)
}

/** The data of a body, where it stands, and what looks like hits beside it. */
interface Unwrapped {
  readonly data: unknown
  readonly path: Path
  readonly hits: readonly FoundHits[]
}

const dataName = createFieldNames(['data'])

/** The data of a successful body; a body without its wrapper is taken for the data (specification: Errors, rule 1). */
export function unwrap(body: unknown, log: QuirkLog): Unwrapped {
  const wrapper = isRecord(body) ? body : noFields
  const [name = undefined, ...others] = namesLike(wrapper, dataName)
  if (name === undefined) {
    log.report('bare_body', [], 'data')
    return { data: body, path: [], hits: [] }
  }
  for (const other of others) log.drift([other], 'given once', wrapper[other])
  return { data: wrapper[name], path: [name], hits: reportBeside(wrapper, name, log).hits }
}

/** The names that are spelled like some, in their order; those of fields that hold nothing come last. */
function namesLike(wrapper: Extra, wanted: FieldNames): string[] {
  const found = Object.keys(wrapper).filter(name => wanted.withLettersOf(name) !== undefined)
  const rank = (name: string) => (wrapper[name] === null ? 2 : wanted.has(name) ? 0 : 1)
  return found.toSorted((one, other) => rank(one) - rank(other))
}

/** A wrapper has no place for more than it should hold: `raw` has it. */
function reportBeside(wrapper: Extra, data: string, log: QuirkLog) {
  const others = Object.entries(wrapper).filter(([name]) => name !== data && lettersOf(name) !== 'success')
  for (const [name] of others) log.report('unknown_field', [], name)
  const beside = Object.fromEntries(others)
  const hits = findHits(beside)
  reportHits(hits, { path: [], log })
  return { beside, hits }
}

/** The items of a body that is an array, or holds one under one of the names. */
export function takeItems(
  body: unknown,
  names: FieldNames,
  what: string,
  log: QuirkLog,
): { readonly items: readonly unknown[]; readonly path: Path } {
  if (Array.isArray(body)) return { items: body, path: [] }
  const wrapper = isRecord(body) ? body : noFields
  const lists = namesLike(wrapper, names).flatMap(name => {
    const items = decoded(wrapper[name])
    return Array.isArray(items) ? [{ name, items }] : []
  })
  const full = lists.filter(({ items }) => items.length > 0)
  const [list] = full.length > 0 ? full : lists
  // Of two different lists, neither is certainly the whole one.
  if (list === undefined || once(full.map(({ items }) => items)).length > 1)
    throw new UnreadableBody([], `must hold an array of ${what}`)
  const { beside } = reportBeside(wrapper, list.name, log)
  const others = Object.values(beside)
    .map(value => decoded(value))
    .some(value => Array.isArray(value) && value.some(isRecord))
  if (others && list.items.length === 0) throw new UnreadableBody([], `must hold one array of ${what}`)
  for (const path of findMorePages(beside, list.items.length)) {
    log.incomplete(path, valueAt(beside, path))
  }
  if (list.items !== wrapper[list.name]) log.report('json_encoded', [], list.name)
  return { items: list.items, path: [list.name] }
}

/** Reads each item of a list. They share one path, which moves along: a log keeps a copy of what it reports. */
export function mapItems<Item, Result>(
  items: readonly Item[],
  path: Path,
  decode: (item: Item, path: Path) => Result,
  keyOf: (item: Item, index: number) => string | number = (_, index) => index,
): Result[] {
  const at = [...path, '']
  return items.map((item, index) => {
    at[path.length] = keyOf(item, index)
    return decode(item, at)
  })
}
