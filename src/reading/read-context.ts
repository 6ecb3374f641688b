import { setField } from '../shared/copy.ts'
import { isBlankValue } from './blank.ts'
import { type FieldNames, type FieldSpec, matchFieldName, type NameMatch } from './field-names.ts'
import { type QuirkCode, quirksToCheck } from './quirk-codes.ts'
import type { Path, QuirkLog } from './quirk-log.ts'
import type { UnknownFields } from './unknown-fields.ts'

/** Makes a clean value of the value of a field. Of undefined it makes the value for a missing field, without a quirk. */
export type FieldReader<Value> = (value: unknown, context: ReadContext, field: string) => Value

/** How the records of one kind are read. */
export interface RecordKind<Model = object> {
  readonly fields: FieldNames
  /** Makes the model of a record under its documented names. */
  read(wire: UnknownFields, context: ReadContext): Model
  /** Changes what follows from several fields, or from unknown ones. */
  conclude(model: Model, wire: UnknownFields, context: ReadContext): void
}

/** A name in a body, and the quirks of its values. */
export interface ResolvedName extends NameMatch {
  readonly counters: Partial<Record<QuirkCode, ReturnType<QuirkLog['report']>>>
}

/** The names that the records of one kind have in one body: the records are nearly always alike. */
export interface BodyNames {
  readonly kind: RecordKind
  readonly log: QuirkLog
  readonly resolved: Map<string, ResolvedName>
  /** The names of the last record, in its order. */
  readonly previousNames: ResolvedName[]
  /** The first unknown name that is not remembered. It counts all others. */
  otherUnknown: ResolvedName | undefined
}

/** The record that is being read. */
export interface ReadContext {
  readonly log: QuirkLog
  /** Where the record is. The records of a list share one path: copy it to keep it. */
  readonly path: Path
  readonly names: BodyNames
  /** Whether not all of it is searched for mentions of screening: it is not an object, or has too many unknown fields. */
  isUnsearched: boolean
  /** The names of the fields in the record, by the index of the field; undefined if all are documented. */
  spellings: readonly (ResolvedName | undefined)[] | undefined
  /** Further spellings of lists, to be read and merged; undefined if there are none. */
  repetitions: readonly Occurrence[] | undefined
  /** Unknown fields, and those that could not be read; undefined if there are none. */
  unknownFields: Record<string, unknown> | undefined
  unknownCount: number
  /** The quirks of a value that is read on trial, apart from the log; undefined if the record is not read on trial. */
  trialQuirks: QuirkCode[] | undefined
}

/** One of the spellings of a field, and its value. */
export interface Occurrence {
  readonly field: FieldSpec
  readonly spelling: ResolvedName
  readonly value: unknown
}

/** Names that are remembered: a body may have a new one in each record. */
const maxResolvedNames = 1000

export function createBodyNames(kind: RecordKind, log: QuirkLog): BodyNames {
  return { kind, log, resolved: new Map(), previousNames: [], otherUnknown: undefined }
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
    unknownCount: 0,
    trialQuirks: undefined,
  }
}

/** @param isExact - Whether only documented names are known, and other spellings are not. */
export function resolveName(names: BodyNames, name: string, isExact = false): ResolvedName {
  const cached = names.resolved.get(name)
  if (cached !== undefined) return cached
  if (isExact && names.otherUnknown !== undefined && !names.kind.fields.byName.has(name))
    return names.otherUnknown
  const { field, quirk, isAlias } = matchFieldName(names.kind.fields, name)
  const isRemembered = names.resolved.size < maxResolvedNames
  if (!isRemembered && field === undefined && names.otherUnknown !== undefined) return names.otherUnknown
  // All have one shape, which an engine reads fastest.
  const added = { name, field, quirk, isAlias, counters: {} }
  if (isRemembered) names.resolved.set(name, added)
  else if (field === undefined) names.otherUnknown = added
  return added
}

/** Notes a quirk of the value of a field. A value that cannot be read is kept in `unknownFields`. */
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
  if (counter === undefined) counters[code] = log.report(code, path, name)
  else counter.count += 1
  if (quirksToCheck.has(code)) log.needsSchemaCheck = true
}

export function addUnknownField(context: ReadContext, name: string, value: unknown): void {
  context.unknownFields ??= {}
  setField(context.unknownFields, name, value)
  context.unknownCount += 1
}

/** Whether there is no value. The specification has no null: if there is one, the schema is to report it. */
export function isAbsent(value: unknown, { log }: ReadContext): value is null | undefined {
  if (value === null) log.needsSchemaCheck = true
  return value === null || value === undefined
}

/** Whether a record shows a field, under any of its names. */
export function isShown(wire: UnknownFields, { repetitions = [] }: ReadContext, name: string): boolean {
  return (
    showsValue(wire[name]) || repetitions.some(({ field, value }) => field.name === name && showsValue(value))
  )
}

/** Null, also as JSON text, and a blank show nothing. */
function showsValue(value: unknown): boolean {
  return !isBlankValue(value) && value !== 'null'
}

/** The path of a field, in the spelling of the body. */
export function pathOfField(context: ReadContext, field: string): (string | number)[] {
  return [...context.path, spellingOf(context, field).name]
}

function spellingOf({ names, spellings }: ReadContext, name: string): ResolvedName {
  const index = spellings && names.kind.fields.byName.get(name)?.index
  const spelling = index === undefined ? undefined : spellings?.[index]
  return spelling ?? resolveName(names, name)
}
