import { isRecord } from '../contract/json.ts'
import { type FieldNames, lettersOf } from '../reading/field-names.ts'
import type { QuirkCode } from '../reading/reading.ts'
import { jsonList } from './json-list.ts'
import { isBlank } from './placeholder.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields of a record, each under the name that the vocabulary knows. */
export interface SpelledFields {
  readonly fields: Fields
  /** What the vocabulary has no name for, and second values that contradict the first, under their own names. */
  readonly rest: Fields
  readonly quirks: readonly QuirkCode[]
  /** Names that stand in the way of reading the record for certain: of second values, and of wrappers. */
  readonly contradicting: readonly string[]
  readonly wrapping: readonly string[]
}

/** What a source may put between a record and its fields. */
const wrappers: ReadonlySet<string> = new Set(
  'attributes,attrs,body,content,data,details,entity,fields,item,node,object,payload,properties,props,record,result,value'.split(
    ',',
  ),
)

/** More levels than any source has; a response may be nested deeper than a stack. */
const mostLevels = 8

/**
 * Field names may vary with the source (specification: Versioning, rule 4): each is known by its letters, and the fields may
 * stand one or more levels deeper. Two spellings of a list are joined; of anything else the first that says something stands.
 */
export function spellFields(given: Fields, names: FieldNames, level = 0): SpelledFields {
  const own = Object.entries(given).filter(([name]) => !names.has(name))
  if (!own.some(([name, value]) => names.withLettersOf(name) !== undefined || isWrapper(name, value))) {
    return { ...nothingOdd, fields: given, rest: Object.fromEntries(own) }
  }
  const fields = new Map(Object.entries(given).filter(([name]) => names.has(name)))
  const rest = new Map(own)
  const quirks = new Set<QuirkCode>()
  const contradicting: string[] = []
  const wrapping: string[] = []
  for (const [name, value] of [...rest]) {
    const field = names.withLettersOf(name)
    if (field === undefined) continue
    if (accept(field, value)) {
      rest.delete(name)
      quirks.add('field_spelling')
    } else if (!isBlank(value)) contradicting.push(name)
  }
  for (const [name, value] of [...rest]) {
    if (level === mostLevels || !isWrapper(name, value)) continue
    const inner = spellFields(value, names, level + 1)
    const found = Object.entries(inner.fields).filter(([field]) => names.has(field))
    if (found.length === 0 || !found.every(([field, value]) => agrees(field, value))) continue
    for (const [field, value] of found) accept(field, value)
    rest.delete(name)
    for (const [name, value] of Object.entries(inner.rest)) if (!rest.has(name)) rest.set(name, value)
    for (const code of inner.quirks) quirks.add(code)
    contradicting.push(...inner.contradicting)
    wrapping.push(name)
  }
  return {
    // `fromEntries` keeps a field called __proto__ a field.
    fields: Object.fromEntries(fields),
    rest: Object.fromEntries(rest),
    quirks: [...quirks],
    contradicting,
    wrapping,
  }

  /** Whether nothing is lost where the value goes under the name of a field. */
  function agrees(field: string, value: unknown): boolean {
    return names.isList(field) || isBlank(fields.get(field)) || fields.get(field) === value || isBlank(value)
  }

  function accept(field: string, value: unknown): boolean {
    const before = fields.get(field)
    if (names.isList(field) && !isBlank(before)) {
      quirks.add('both_names')
      fields.set(field, jsonList(before, value).value)
    } else if (isBlank(before)) fields.set(field, value)
    else return before === value
    return true
  }
}

const nothingOdd = { quirks: [], contradicting: [], wrapping: [] }

function isWrapper(name: string, value: unknown): value is Fields {
  return isRecord(value) && wrappers.has(lettersOf(name))
}
