import type * as z from 'zod/mini'
import { UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { type Extra, extraFields } from '../quirks/extra.ts'
import type { Path, QuirkLog } from '../quirks/log.ts'
import type { Reading } from '../quirks/reading.ts'

/** An object of the wire, being read: its fields, where it stands, and what could not be read of it. */
export interface WireRecord {
  readonly fields: Readonly<Record<string, unknown>>
  readonly path: Path
  readonly log: QuirkLog
  readonly unreadable: string[]
  /** What stands where an object belongs; undefined where one does. */
  readonly foreign: unknown
}

const noFields = Object.freeze({})

/** The names that the contract has for the fields of an object; all others are extra. */
export function fieldNames(schema: z.ZodMiniObject): ReadonlySet<string> {
  return new Set(Object.keys(schema.shape))
}

/**
 * Opens a value for reading. An object may come as JSON text; what is no object at all reads as one without fields, and is
 * kept as it came among what could not be read.
 */
export function openRecord(value: unknown, path: Path, log: QuirkLog): WireRecord {
  if (isRecord(value)) return { fields: value, path, log, unreadable: [], foreign: undefined }
  const encoded = typeof value === 'string' ? parseRecord(value) : undefined
  if (encoded !== undefined) log.report('json_encoded', path)
  else if (value !== undefined) log.report('unreadable', path)
  return { fields: encoded ?? noFields, path, log, unreadable: [], foreign: encoded ? undefined : value }
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Notes what a reading met, and hands out its value. */
export function note<Value>(record: WireRecord, field: string, result: Reading<Value>): Value {
  for (const code of result.quirks) {
    record.log.report(code, record.path, field)
    if (code === 'unreadable') record.unreadable.push(field)
  }
  return result.value
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
export function takeExtra(record: WireRecord, known: ReadonlySet<string>): Extra {
  const { fields, unreadable, foreign } = record
  if (foreign !== undefined) return { value: foreign }
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
