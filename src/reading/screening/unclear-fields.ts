import { decodeJson } from '../../shared/json.ts'
import { type JsonValue, membersOf, pathTo } from '../../shared/json-walk.ts'
import { lettersOf } from '../letters.ts'
import { meansNo } from '../means-no.ts'
import type { Path, QuirkLog } from '../quirk-log.ts'
import { noUnknownFields, type UnknownFields } from '../unknown-fields.ts'
import { hasScreeningNoun, mentionsScreening } from './mentions-screening.ts'

/** Whether a text begins like JSON, even if it was encoded several times. */
export function startsJson(text: string): boolean {
  return /^[\s\ufeff"\\]*[[{]/.test(text)
}

/**
 * A field to search. `holder` is the outermost list or object around it whose name contains a screening noun
 * such as `hits`. Any value inside the holder may be a hit.
 */
interface Pending {
  readonly field: JsonValue
  readonly holder: JsonValue | undefined
}

/**
 * Finds a field, at any depth, that may contain a hit: its value does not mean "no", and its name mentions screening or it is
 * inside a list or object whose name contains a screening noun. JSON that cannot be parsed is searched for words about
 * screening.
 *
 * @param hasTexts - Whether to search also strings that are not JSON. For example, a string in `risks` may mention a hit that no
 * list contains.
 */
export function findUnclearField(
  fields: Readonly<Record<string, unknown>>,
  { fieldOverrides, overriddenFields }: Pick<QuirkLog, 'fieldOverrides' | 'overriddenFields'>,
  hasTexts = false,
  mentions: (text: string) => boolean = mentionsScreening,
): JsonValue | undefined {
  const pending: Pending[] = membersOf(fields).map(field => ({ field, holder: undefined }))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name } = next.field
    const value = decodeJson(next.field.value)
    const override = fieldOverrides.size > 0 ? fieldOverrides.get(lettersOf(name)) : undefined
    const text = typeof value === 'string' ? value : ''
    const isJson = startsJson(text)
    const inner = membersOf(value, next.field)
    const isMentioned = mentions(name) || ((hasTexts || isJson) && mentions(text))
    const isNoun = (isJson || inner.length > 0) && hasScreeningNoun(name)
    // The caller's `mentions` may ignore a name such as `pep_matches`, for example if readable PEP entries
    // already explain it. The field then does not become a holder.
    const holder = mentionsScreening(name) ? undefined : (next.holder ?? (isNoun ? next.field : undefined))
    const isOverridden = override === 'ignore' || (isNoun && override !== undefined)
    if (!isMentioned && !isOverridden && (holder === undefined || inner.length > 0)) {
      for (const field of inner) pending.push({ field, holder })
    } else if (!meansNo(value)) {
      if (override === undefined || (override !== 'ignore' && !meansNo(value, override)))
        return holder ?? next.field
      overriddenFields.add(name)
    }
  }
  return undefined
}

/**
 * Reports a field, at any depth, that may contain a hit.
 *
 * @param holder - The names that lead from the record to `fields`, if `fields` is nested.
 * @returns whether a field was reported.
 */
export function reportUnclearField(
  fields: UnknownFields,
  { log, path }: { readonly log: QuirkLog; readonly path: Path },
  holder: readonly string[] = [],
  hasTexts = false,
  mentions = mentionsScreening,
): boolean {
  if (fields === noUnknownFields) return false
  const unclear = findUnclearField(fields, log, hasTexts, mentions)
  if (unclear === undefined) return false
  const advice = 'if you know what it says, name it in the option knownFields'
  log.noteDrift([...path, ...holder, ...pathTo(unclear)], 'free of hits', unclear.value, advice)
  return true
}
