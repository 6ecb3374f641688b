import type { FieldSpec } from './field-names.ts'
import {
  addUnknownField,
  countQuirk,
  type ReadContext,
  type ResolvedName,
  resolveName,
} from './read-context.ts'
import { resolveOccurrences } from './resolve-spellings.ts'
import type { UnknownFields } from './unknown-fields.ts'

/**
 * Renames the fields of a record to their documented names. Returns the record itself if all its names are documented or unknown. Adds
 * unknown fields to the context.
 */
export function normalizeNames(record: UnknownFields, context: ReadContext): UnknownFields {
  const { names, log } = context
  const { previousNames: order, kind } = names
  let count = 0
  let requiredCount = 0
  let isRespelled = false
  for (const name in record) {
    let spelling = order[count]
    if (spelling === undefined || spelling.name !== name) {
      spelling = resolveName(names, name)
      order[count] = spelling
    }
    count += 1
    if (spelling.isRequired) requiredCount += 1
    else if (spelling.field === undefined) {
      countQuirk(context, spelling, 'unknown_field')
      addUnknownField(context, name, record[name])
    } else if (spelling.quirk !== undefined) isRespelled = true
  }
  if (isRespelled) return renameFields(record, context, count)
  if (requiredCount < kind.fields.requiredCount) log.needsSchemaCheck = true
  return record
}

/** Copies a record, and renames each field to its documented name. */
function renameFields(record: UnknownFields, context: ReadContext, count: number): UnknownFields {
  const { names, log } = context
  const { blank, byName, requiredCount } = names.kind.fields
  const wire: Record<string, unknown> = { ...blank }
  const spellings: (ResolvedName | undefined)[] = new Array(byName.size)
  /** The fields that the record has under several names; undefined if there are none, as in nearly every record. */
  let repeated: Set<FieldSpec> | undefined
  let missingCount = requiredCount
  for (let position = 0; position < count; position += 1) {
    const spelling = names.previousNames[position]
    if (spelling?.field === undefined) continue
    const { name, field, quirk } = spelling
    if (quirk !== undefined) countQuirk(context, spelling, quirk)
    if (spellings[field.index] !== undefined) {
      repeated ??= new Set()
      repeated.add(field)
    } else {
      spellings[field.index] = spelling
      wire[field.name] = record[name]
      if (field.isRequired) missingCount -= 1
    }
  }
  if (missingCount > 0) log.needsSchemaCheck = true
  context.spellings = spellings
  for (const field of repeated ?? []) {
    const own = names.previousNames.slice(0, count).filter(spelling => spelling.field === field)
    const occurrences = own.map(spelling => ({ field, spelling, value: record[spelling.name] }))
    const chosen = resolveOccurrences(occurrences, context)
    spellings[field.index] = chosen?.spelling
    wire[field.name] = chosen?.value
  }
  return wire
}
