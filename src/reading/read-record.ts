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
import { maxSearchedFields } from './screening/unclear-fields.ts'
import { noUnknownFields, type UnknownFields } from './unknown-fields.ts'

/** A record under its documented names. */
export type Wire<Schema extends z.ZodMiniObject> = {
  readonly [Name in keyof Schema['shape']]?: unknown
}

/** A part of every model. */
export interface WithUnknownFields {
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

/** Creates the reader of the records of one kind for a body. */
export type CreateReader<Model> = (log: QuirkLog) => RecordReader<Model>

/** The model that a reader makes, with the comments of its properties. @hidden */
export type ModelOf<Create> =
  Create extends CreateReader<infer Model> ? PropertiesOf<Model & WithUnknownFields> : never

/** Without the intersection, whose types other packages' declarations could not name. */
type PropertiesOf<Model> = { [Name in keyof Model]: Model[Name] }

/** Reads the records of one kind in one body, one after the other. */
export type RecordReader<Model> = (input: unknown, path: Path) => Model

/** Rules of a kind of record beside those of each field. */
interface RecordRules<Schema extends z.ZodMiniObject, Model> {
  /** Further names of the fields. */
  readonly otherNames?: OtherNamesByField<Schema>
  /** Changes what follows from several fields, or from unknown ones. */
  readonly conclude?: (model: Model, wire: Wire<Schema>, context: ReadContext) => void
}

/**
 * Reads a record in three steps: its names, the values of its fields, and what follows from several of them.
 *
 * @param read - Makes the model, a property a field. It gets the record under its documented names, and throws nothing if it is empty.
 * @returns a function that creates the reader for a body.
 */
export function createRecordReader<Schema extends z.ZodMiniObject, Model extends WithUnknownFields>(
  schema: Schema,
  read: (wire: Wire<Schema>, context: ReadContext) => Model,
  { otherNames = {}, conclude = () => {} }: RecordRules<Schema, Model> = {},
): CreateReader<Model> {
  const kind = { fields: createFieldNames(schema, otherNames), read, conclude }
  const readers = new WeakMap<QuirkLog, RecordReader<Model>>()
  return log => {
    const cached = readers.get(log)
    if (cached !== undefined) return cached
    const names = createBodyNames(kind, log)
    const reader: RecordReader<Model> = (input, path) => readRecord(kind, names, input, path)
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
  // Last, for any field may turn out to be unreadable.
  if (context.unknownFields !== undefined) model.unknownFields = context.unknownFields
  if (context.unknownCount > maxSearchedFields) noteWideRecord(context)
  conclude(model, wire, context)
  return model
}

/** So many fields may mention anything. */
function noteWideRecord(context: ReadContext): void {
  context.isUnsearched = true
  const expected = `a record with at most ${maxSearchedFields} unknown fields`
  context.log.noteDrift(context.path, expected, context.unknownFields)
}

/** The record, which may be JSON text. Anything else is an unknown field of an empty one. */
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
