import * as z from 'zod/mini'
import { lettersOf, stripToLetters, withoutEndings } from './letters.ts'
import type { QuirkCode } from './quirk-codes.ts'

/** A documented field of a record. */
export interface FieldSpec {
  /** The documented name. */
  readonly name: string
  /** The position of this field among the fields of its record. */
  readonly index: number
  /** Whether the specification requires the field. */
  readonly isRequired: boolean
  /**
   * Whether the field is a list or a map of records. If a record contains such a field under several names, the entries are
   * merged.
   */
  readonly isMergeable: boolean
  /**
   * Whether the field is a list or an object. Only the names of such fields may have the ending `_json` or
   * `_data` in a body.
   */
  readonly isStructured: boolean
}

/** A field name from a body, the documented field that it means, and the quirk if it differs from the documented name. */
export interface NameMatch {
  readonly name: string
  /** The field; undefined for an unknown name. */
  readonly field: FieldSpec | undefined
  /** The quirk to report for this name; undefined for the documented name. */
  readonly quirk: QuirkCode | undefined
  /**
   * Whether this name is a documented alias. A value under the field's main name takes precedence over a
   * value under an alias.
   */
  readonly isAlias: boolean
}

/** Alternative names of a field. */
interface OtherNames {
  /** The documented alternative names, with the quirk of each. */
  readonly aliases?: Readonly<Record<string, QuirkCode>>
  /** Undocumented alternative names, in lower-case letters without separators. */
  readonly synonyms?: readonly string[]
}

/** Alternative names of fields, by documented name. */
export type OtherNamesByField<Schema extends z.ZodMiniObject> = {
  readonly [Name in keyof Schema['shape']]?: OtherNames
}

/** The names of the fields of one kind of record. */
export interface FieldNames {
  readonly byLetters: ReadonlyMap<string, NameMatch>
  readonly byName: ReadonlyMap<string, FieldSpec>
  /** The number of required fields. */
  readonly requiredCount: number
  /**
   * An object with all documented names and no values. A copy of it can be filled faster than an empty
   * object.
   */
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
    // If two names have the same letters, the last one in this array takes precedence.
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

/** Finds the documented field that a name in a body means. */
export function matchFieldName({ byLetters, byName }: FieldNames, name: string): NameMatch {
  // Fast path: most names are documented.
  const documented = byName.get(name)
  if (documented !== undefined) return { name, field: documented, quirk: undefined, isAlias: false }
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
