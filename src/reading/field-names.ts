import * as z from 'zod/mini'
import { lettersOf, stripToLetters, withoutEndings } from './letters.ts'
import type { QuirkCode } from './quirk-codes.ts'

/** A field of a record, as the specification has it. */
export interface FieldSpec {
  /** Its documented name. */
  readonly name: string
  /** Its place among the fields. */
  readonly index: number
  /** Whether the specification promises it. */
  readonly isRequired: boolean
  /** Whether it is a list, or holds records by keys: the entries of several spellings are merged. */
  readonly isMergeable: boolean
  /** Whether it is a list or an object: only these are called by names that end in `_json` or `_data`. */
  readonly isStructured: boolean
}

/** A name, its field, and the quirk that the name itself is. */
export interface NameMatch {
  readonly name: string
  /** Undefined for an unknown name. */
  readonly field: FieldSpec | undefined
  /** Undefined for the documented name. */
  readonly quirk: QuirkCode | undefined
  /** Whether its value gives way to the value of another spelling. */
  readonly isAlias: boolean
}

/** Further names of a field. */
interface OtherNames {
  /** Those that the specification has, with the quirk that each is. */
  readonly aliases?: Readonly<Record<string, QuirkCode>>
  /** Others, by their letters. */
  readonly synonyms?: readonly string[]
}

/** Further names, by the documented name of the field. */
export type OtherNamesByField<Schema extends z.ZodMiniObject> = {
  readonly [Name in keyof Schema['shape']]?: OtherNames
}

/** The names of the fields of one kind of record. */
export interface FieldNames {
  readonly byLetters: ReadonlyMap<string, NameMatch>
  readonly byName: ReadonlyMap<string, FieldSpec>
  /** How many fields the specification promises. */
  readonly requiredCount: number
  /** Each documented name, without a value. A copy of it is filled faster than an empty object. */
  readonly blank: Readonly<Record<string, undefined>>
}

export function createFieldNames<Schema extends z.ZodMiniObject>(
  schema: Schema,
  otherNames: OtherNamesByField<Schema>,
): FieldNames {
  const others: Readonly<Record<string, OtherNames | undefined>> = otherNames
  const aliasNames = Object.values(others).flatMap(names => Object.keys(names?.aliases ?? {}))
  const fields = Object.entries(schema.shape)
    .filter(([name]) => !aliasNames.includes(name))
    .map(([name, type], index) => createFieldSpec(name, index, type))
  const names = fields.flatMap((field): NameMatch[] => {
    const { aliases = {}, synonyms = [] } = others[field.name] ?? {}
    // Of names with the same letters, the last counts.
    return [
      ...synonyms.map(name => ({ name, field, quirk: 'field_spelling' as const, isAlias: false })),
      ...Object.entries(aliases).map(([name, quirk]) => ({ name, field, quirk, isAlias: true })),
      { name: field.name, field, quirk: undefined, isAlias: false },
    ]
  })
  return {
    byLetters: new Map(names.map(fieldName => [lettersOf(fieldName.name), fieldName])),
    byName: new Map(fields.map(field => [field.name, field])),
    requiredCount: fields.filter(({ isRequired }) => isRequired).length,
    blank: Object.fromEntries(fields.map(({ name }) => [name, undefined])),
  }
}

/** Finds the field of a name in a body. */
export function matchFieldName({ byLetters }: FieldNames, name: string): NameMatch {
  const letters = stripToLetters(name)
  const match = byLetters.get(letters)
  if (match?.name === name) return match
  const bare = match ?? byLetters.get(withoutEndings(letters))
  const { field, isAlias = false } = match ?? (bare?.field?.isStructured ? bare : {})
  return { name, field, quirk: field ? 'field_spelling' : 'unknown_field', isAlias }
}

function createFieldSpec(name: string, index: number, type: z.core.$ZodType): FieldSpec {
  const isRequired = type._zod.optin !== 'optional'
  const required = type instanceof z.ZodMiniOptional ? type._zod.def.innerType : type
  const isList = mayBeList(required)
  const isObject = required instanceof z.ZodMiniObject
  const hasKeys = isObject && required._zod.def.catchall instanceof z.ZodMiniObject
  return { name, index, isRequired, isMergeable: isList || hasKeys, isStructured: isList || isObject }
}

function mayBeList(type: z.core.$ZodType): boolean {
  if (type instanceof z.ZodMiniUnion) return type._zod.def.options.some(mayBeList)
  return type instanceof z.ZodMiniArray
}
