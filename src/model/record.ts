import type * as z from 'zod/mini'
import { UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { type Extra, extraFields, type KnownFields, knownFields, noExtra } from '../quirks/extra.ts'
import type { Path, QuirkLog } from '../quirks/log.ts'
import { openValue } from '../quirks/open-value.ts'
import { noQuirks, type Reading } from '../quirks/reading.ts'
import { text } from '../quirks/scalar.ts'

/** An object of the wire, being read: its fields, where it stands, and what could not be read of it. */
export interface WireRecord {
  readonly fields: Readonly<Record<string, unknown>>
  readonly path: Path
  readonly log: QuirkLog
  /** Names of fields; a new list each time that one is added. */
  unreadable: readonly string[]
  /** What stands where an object belongs; undefined where one does. */
  readonly foreign: unknown
}

const noFields = Object.freeze({})
const nothing: readonly string[] = Object.freeze([])

/** The names that the contract has for the fields of an object; all others are extra. */
export function fieldNames(schema: z.ZodMiniObject): KnownFields {
  return knownFields(Object.keys(schema.shape))
}

/**
 * Opens a value for reading. An object may come as JSON text; what is no object at all reads as one without fields, and is
 * kept as it came among what could not be read.
 */
export function openRecord(value: unknown, path: Path, log: QuirkLog): WireRecord {
  if (isRecord(value)) return { fields: value, path, log, unreadable: nothing, foreign: undefined }
  const encoded = typeof value === 'string' ? parseRecord(value) : undefined
  if (encoded !== undefined) log.report('json_encoded', path)
  else if (value !== undefined) log.report('unreadable', path)
  return { fields: encoded ?? noFields, path, log, unreadable: nothing, foreign: encoded ? undefined : value }
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Notes what a reading met, and hands out its value. The decoders of long lists read `fields.name` and note it themselves: an
 * engine finds a name that is written out several times faster than one that it is told, as {@link take} is.
 */
export function note<Value>(record: WireRecord, field: string, result: Reading<Value>): Value {
  return result.quirks === noQuirks ? result.value : tell(record, field, result)
}

function tell<Value>(record: WireRecord, field: string, { value, quirks }: Reading<Value>): Value {
  for (const code of quirks) {
    record.log.report(code, record.path, field)
    if (code === 'unreadable') record.unreadable = [...record.unreadable, field]
  }
  return value
}

/** Reads text. It nearly always is text, and then no reading has to be made of it. */
export function takeText(record: WireRecord, field: string, value: unknown): string | null {
  return typeof value === 'string' ? value : note(record, field, text(value))
}

/** Reads a value of a set that the specification leaves open; an unknown one passes, and is told. */
export function takeOpen(
  record: WireRecord,
  field: string,
  value: unknown,
  known: readonly string[],
): string | null {
  const given = takeText(record, field, value)
  return given !== null && known.includes(given) ? given : note(record, field, openValue(known, given))
}

/** Reads one field by one quirk. */
export function take<Value>(
  record: WireRecord,
  field: string,
  quirk: (value: unknown) => Reading<Value>,
): Value {
  return note(record, field, quirk(record.fields[field]))
}

/** All that has not been read: unknown fields, and known ones that could not be. */
export function takeExtra(record: WireRecord, known: KnownFields): Extra {
  const { fields, unreadable, foreign } = record
  if (foreign !== undefined) return { value: foreign }
  if (unreadable.length === 0 && known.areAllOf(fields)) return noExtra
  const { extra, unknown } = extraFields(fields, name => known.has(name) && !unreadable.includes(name))
  for (const name of unknown) if (!known.has(name)) record.log.report('unknown_field', record.path, name)
  return extra
}

/** The data of a successful body; a body without its wrapper is taken for the data (specification: Errors, rule 1). */
export function unwrap(body: unknown, log: QuirkLog): { readonly data: unknown; readonly path: Path } {
  if (isRecord(body) && 'data' in body) {
    reportBeside(body, ['success', 'data'], log)
    return { data: body.data, path: ['data'] }
  }
  log.report('bare_body', [], 'data')
  return { data: body, path: [] }
}

/** A wrapper has no place for more than it should hold: `raw` has it. */
function reportBeside(
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
  log: QuirkLog,
): void {
  for (const name of Object.keys(body)) if (!known.includes(name)) log.report('unknown_field', [], name)
}

/** The items of a body that is an array, or holds one under one of the names. */
export function takeItems(
  body: unknown,
  names: readonly string[],
  what: string,
  log: QuirkLog,
): { readonly items: readonly unknown[]; readonly path: Path } {
  if (Array.isArray(body)) return { items: body, path: [] }
  for (const name of names) {
    const items = isRecord(body) ? body[name] : undefined
    if (!isRecord(body) || !Array.isArray(items)) continue
    reportBeside(body, ['success', name], log)
    return { items, path: [name] }
  }
  throw new UnreadableBody([], `must hold an array of ${what}`)
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
