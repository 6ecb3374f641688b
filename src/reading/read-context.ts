import { setField } from '../shared/set-field.ts'
import { isBlankValue } from './blank.ts'
import { type FieldNames, type FieldSpec, matchFieldName, type NameMatch } from './field-names.ts'
import { type QuirkCode, quirksToCheck } from './quirk-codes.ts'
import type { Path, QuirkLog } from './quirk-log.ts'
import type { UnknownFields } from './unknown-fields.ts'

/**
 * Reads the value of a field. For undefined, returns the default of a missing field, and reports no quirk.
 */
export type FieldReader<Value> = (value: unknown, context: ReadContext, field: string) => Value

/** The reader and the fields of one kind of record. */
export interface RecordKind<Model = object> {
  readonly fields: FieldNames
  /** Creates the model from a record that has only documented names. */
  read(wire: UnknownFields, context: ReadContext): Model
  /** Sets properties that depend on several fields, or on unknown fields. */
  conclude(model: Model, wire: UnknownFields, context: ReadContext): void
}

/** A field name in a body, with counters for the quirks of the values under this name. */
export interface ResolvedName extends NameMatch {
  /** Whether the name is the documented name of a required field. */
  readonly isRequired: boolean
  readonly counters: Partial<Record<QuirkCode, QuirkCounter>>
}

interface QuirkCounter {
  readonly report: ReturnType<QuirkLog['report']>
  /** Whether a body with this quirk must be validated against the schema. */
  readonly needsSchemaCheck: boolean
}

/**
 * A cache of field names, for the records of one kind in one body. Most of these records have the same names.
 */
export interface BodyNames {
  readonly kind: RecordKind
  readonly log: QuirkLog
  readonly resolved: Map<string, ResolvedName>
  /** The names of the previous record, in the order of its fields. */
  readonly previousNames: ResolvedName[]
}

/** The state of reading one record. */
export interface ReadContext {
  readonly log: QuirkLog
  /**
   * The path of the record. All items of a list share one array, which changes with each item: copy it to
   * keep it.
   */
  readonly path: Path
  readonly names: BodyNames
  /**
   * Whether the record could not be checked for screening results, because it is not an object.
   */
  isUnsearched: boolean
  /**
   * The record's name for each field, at the index of the field; undefined if the record has only documented
   * names.
   */
  spellings: readonly (ResolvedName | undefined)[] | undefined
  /** Lists that the record contains under a second name, to be merged later; undefined if there are none. */
  repetitions: readonly Occurrence[] | undefined
  /** Unknown fields, and fields that could not be read; undefined if there are none. */
  unknownFields: Record<string, unknown> | undefined
  /** Collects the quirks, which are not reported, while a value is read only to compare it with another; undefined otherwise. */
  trialQuirks: QuirkCode[] | undefined
}

/** A field's value in a record, with the field name under which the record has it. */
export interface Occurrence {
  readonly field: FieldSpec
  readonly spelling: ResolvedName
  readonly value: unknown
}

export function createBodyNames(kind: RecordKind, log: QuirkLog): BodyNames {
  return { kind, log, resolved: new Map(), previousNames: [] }
}

export function createReadContext(names: BodyNames, path: Path): ReadContext {
  return {
    log: names.log,
    path,
    names,
    isUnsearched: false,
    spellings: undefined,
    repetitions: undefined,
    unknownFields: undefined,
    trialQuirks: undefined,
  }
}

/** Finds the field that a name means. */
export function resolveName({ kind, resolved }: BodyNames, name: string): ResolvedName {
  const cached = resolved.get(name)
  if (cached !== undefined) return cached
  const { field, quirk, isAlias } = matchFieldName(kind.fields, name)
  const isRequired = field !== undefined && quirk === undefined && field.isRequired
  // All cached objects have the same fields in the same order, because engines read such objects fastest.
  const added = { name, field, quirk, isAlias, isRequired, counters: {} }
  resolved.set(name, added)
  return added
}

/** Reports a quirk in the value of a field. Stores an unreadable value in `unknownFields`. */
export function noteQuirk(context: ReadContext, field: string, code: QuirkCode, value: unknown): void {
  if (context.trialQuirks !== undefined) return void context.trialQuirks.push(code)
  const spelling = spellingOf(context, field)
  countQuirk(context, spelling, code)
  if (code === 'unreadable') addUnknownField(context, spelling.name, value)
}

export function countQuirk(
  { log, path }: ReadContext,
  { name, counters }: ResolvedName,
  code: QuirkCode,
): void {
  const counter = counters[code]
  if (counter === undefined)
    counters[code] = { report: log.report(code, path, name), needsSchemaCheck: quirksToCheck.has(code) }
  else {
    counter.report.count += 1
    if (counter.needsSchemaCheck) log.needsSchemaCheck = true
  }
}

export function addUnknownField(context: ReadContext, name: string, value: unknown): void {
  context.unknownFields ??= {}
  setField(context.unknownFields, name, value)
}

/**
 * Whether a value is undefined or null. For null, also requests validation against the schema, because no
 * value is null in the specification.
 */
export function isAbsent(value: unknown, { log }: ReadContext): value is null | undefined {
  if (value === null) log.needsSchemaCheck = true
  return value === null || value === undefined
}

/** Whether a record has a value for a field, under any of its names. */
export function isShown(wire: UnknownFields, { repetitions = [] }: ReadContext, name: string): boolean {
  return (
    showsValue(wire[name]) || repetitions.some(({ field, value }) => field.name === name && showsValue(value))
  )
}

/** Whether a value is neither blank, nor null, nor the string `null`. */
function showsValue(value: unknown): boolean {
  return !isBlankValue(value) && value !== 'null'
}

/** Returns the path of a field, with the name that the body uses. */
export function pathOfField(context: ReadContext, field: string): (string | number)[] {
  return [...context.path, spellingOf(context, field).name]
}

function spellingOf({ names, spellings }: ReadContext, name: string): ResolvedName {
  const index = spellings && names.kind.fields.byName.get(name)?.index
  const spelling = index === undefined ? undefined : spellings?.[index]
  return spelling ?? resolveName(names, name)
}
