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

/**
 * Chooses a value if a record has one field under several names. Ignores blank values. Lists are merged later, by {@link
 * mergeRepetitions}.
 */
export function resolveOccurrences(all: readonly Occurrence[], context: ReadContext): Occurrence | undefined {
  const occurrences = all.filter(({ value }) => !isBlankValue(value))
  const [first = all[0], ...others] = occurrences
  if (first === undefined || others.length === 0) return first
  if (!first.field.isMergeable) return resolveConflict(occurrences, context)
  context.repetitions = [...(context.repetitions ?? []), ...others]
  context.log.report('both_names', context.path, first.field.name)
  return first
}

/**
 * Merges lists that the record contains under several names. Adds the entries under the other names to the lists of the model,
 * without duplicates.
 */
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
 * Chooses one of several values of a field; undefined if readable values contradict each other. Prefers
 * documented names and readable values. Keeps all other values in `unknownFields`.
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
 * Returns a string by which two values of a field are compared: for a list or object field, the JSON of the value; for any other
 * field, the JSON of the model that is read from this field alone. Null if the value is unreadable or a placeholder.
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
