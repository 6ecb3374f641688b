import type * as z from 'zod/mini'
import { decodeJson, isRecord } from '../shared/json.ts'
import { createFieldNames, type OtherNamesByField } from './field-names.ts'
import { normalizeNames } from './normalize-names.ts'
import type { Path, QuirkLog } from './quirk-log.ts'
import {
  addUnknownField,
  type BodyNames,
  createBodyNames,
  createReadContext,
  type ReadContext,
  type RecordKind,
} from './read-context.ts'
import { mergeRepetitions } from './resolve-spellings.ts'
import { noUnknownFields, type UnknownFields } from './unknown-fields.ts'

/** A record whose fields all have their documented names. */
export type Wire<Schema extends z.ZodMiniObject> = {
  readonly [Name in keyof Schema['shape']]?: unknown
}

/** The fields that every model has. */
export interface WithUnknownFields {
  /** Unknown fields and unreadable fields, with their original names and values. */
  unknownFields: UnknownFields
}

/** Creates a reader for all records of one kind in a body. */
export type CreateReader<Model> = (log: QuirkLog) => RecordReader<Model>

/**
 * The type of the model that a reader returns. A mapped type preserves the doc comments of the properties.
 * @hidden
 */
export type ModelOf<Create> =
  Create extends CreateReader<infer Model> ? PropertiesOf<Model & WithUnknownFields> : never

/**
 * Converts an intersection to one object type, because declaration files of other packages cannot refer to
 * the intersected types.
 */
type PropertiesOf<Model> = { [Name in keyof Model]: Model[Name] }

/** Reads one record. */
export type RecordReader<Model> = (input: unknown, path: Path) => Model

/** Optional rules for one kind of record. */
interface RecordRules<Schema extends z.ZodMiniObject, Model> {
  /** Alternative names of the fields. */
  readonly otherNames?: OtherNamesByField<Schema>
  /** Sets properties that depend on several fields, or on unknown fields. */
  readonly conclude?: (model: Model, wire: Wire<Schema>, context: ReadContext) => void
}

/**
 * Creates a reader of records. The reader first normalizes the names, then reads the fields, and finally sets
 * properties that depend on several fields.
 *
 * @param read - Creates the model from a record with documented names. It must accept an empty record.
 * @returns a function that creates the reader for a body.
 */
export function createRecordReader<Schema extends z.ZodMiniObject, Model extends WithUnknownFields>(
  schema: Schema,
  read: (wire: Wire<Schema>, context: ReadContext) => Model,
  { otherNames = {}, conclude = () => {} }: RecordRules<Schema, Model> = {},
): CreateReader<Model> {
  const kind = { fields: createFieldNames(schema, otherNames), read, conclude }
  return log => {
    const names = createBodyNames(kind, log)
    return (input, path) => readRecord(kind, names, input, path)
  }
}

/** Caches the reader of a body, for records nested in each item of a list: a new reader resolves every name again. */
export function shareReader<Model>(createReader: CreateReader<Model>): CreateReader<Model> {
  const readers = new WeakMap<QuirkLog, RecordReader<Model>>()
  return log => {
    const existing = readers.get(log)
    if (existing !== undefined) return existing
    const reader = createReader(log)
    readers.set(log, reader)
    return reader
  }
}

function readRecord<Model extends WithUnknownFields>(
  { read, conclude }: RecordKind<Model>,
  names: BodyNames,
  input: unknown,
  path: Path,
): Model {
  const context = createReadContext(names, path)
  const wire = normalizeNames(parseRecord(input, context), context)
  const model = read(wire, context)
  if (context.repetitions !== undefined) mergeRepetitions(model, context)
  // Set after all fields have been read, because any unreadable field is added to the unknown fields.
  if (context.unknownFields !== undefined) model.unknownFields = context.unknownFields
  conclude(model, wire, context)
  return model
}

/**
 * Returns the input if it is a record; if it is JSON text, the record that the text encodes. Any other input
 * becomes the unknown field `value` of an empty record.
 */
function parseRecord(input: unknown, context: ReadContext): UnknownFields {
  const record = decodeJson(input)
  if (isRecord(record)) {
    if (record !== input) context.log.report('json_encoded', context.path)
    return record
  }
  if (input !== undefined) {
    context.isUnsearched = true
    context.log.report('unreadable', context.path)
    addUnknownField(context, 'value', input)
  }
  return noUnknownFields
}
