import { getOrInsertList } from '../shared/get-or-insert.ts'
import { decodeJson, isRecord, tryStringify, uniqueByJson } from '../shared/json.ts'
import { isBlankValue } from './blank.ts'
import type { QuirkCode } from './quirk-codes.ts'
import {
  addUnknownField,
  countQuirk,
  createReadContext,
  type Occurrence,
  type ReadContext,
} from './read-context.ts'

/** Chooses the value of a field that came under several names. Blank ones do not count. Of a list, the others are merged later. */
export function resolveOccurrences(all: readonly Occurrence[], context: ReadContext): Occurrence | undefined {
  const occurrences = all.filter(({ value }) => !isBlankValue(value))
  const [first = all[0], ...others] = occurrences
  if (first === undefined || others.length === 0) return first
  if (!first.field.isMergeable) return resolveConflict(occurrences, context)
  context.repetitions = [...(context.repetitions ?? []), ...others]
  context.log.report('both_names', context.path, first.field.name)
  return first
}

/** Adds the entries of the other spellings to the lists of a model. Entries that are alike are one. */
export function mergeRepetitions(model: object, context: ReadContext): void {
  const { kind } = context.names
  const lists = new Map<string, unknown[]>()
  for (const { field, spelling, value } of context.repetitions ?? []) {
    const repeated = { ...context, spellings: Object.assign([], { [field.index]: spelling }) }
    const other = kind.read({ ...kind.fields.blank, [field.name]: value }, repeated)
    context.unknownFields = repeated.unknownFields
    for (const [name, entries] of Object.entries(other))
      if (Array.isArray(entries)) for (const entry of entries) getOrInsertList(lists, name).push(entry)
  }
  for (const [name, entries] of lists)
    Object.assign(model, { [name]: uniqueByJson([...Reflect.get(model, name), ...entries]) })
}

/**
 * Values that contradict each other once they are read are not believed. A value that cannot be read, a placeholder and an alias
 * give way.
 */
function resolveConflict(occurrences: readonly Occurrence[], context: ReadContext): Occurrence | undefined {
  if (occurrences.every(({ value }) => value === occurrences[0]?.value)) return occurrences[0]
  const models = occurrences.map(occurrence => readAlone(occurrence, context))
  const readable = occurrences.filter((_, index) => models[index] !== null)
  const documented = readable.filter(({ spelling }) => !spelling.isAlias)
  const candidates = documented.length > 0 ? documented : readable
  const [model, ...otherModels] = new Set(candidates.map(candidate => models[occurrences.indexOf(candidate)]))
  const isContradicted = otherModels.length > 0
  for (const [index, { spelling, value }] of occurrences.entries()) {
    if (!isContradicted && models[index] !== null && models[index] === model) continue
    addUnknownField(context, spelling.name, value)
    countQuirk(context, spelling, 'unreadable')
    if (isContradicted) context.log.noteDrift([...context.path, spelling.name], 'given once', value)
  }
  return isContradicted ? undefined : candidates[0]
}

/**
 * The JSON by which two values are compared: of an object as it came, of any other value the model of a record with this field alone.
 * Null if the value cannot be read, or is a placeholder.
 */
function readAlone({ field, value }: Occurrence, { names, path }: ReadContext): string | null {
  const object = decodeJson(value)
  if (field.isStructured) return isRecord(object) ? tryStringify(object) : null
  const { kind } = names
  const trialQuirks: QuirkCode[] = []
  const context = { ...createReadContext(names, path), trialQuirks }
  const model = kind.read({ ...kind.fields.blank, [field.name]: value }, context)
  const isRead = !trialQuirks.some(code => code === 'placeholder' || code === 'unreadable')
  return isRead ? tryStringify(model) : null
}
