import { decodeJson, isRecord } from '../../shared/json.ts'
import { type JsonValue, membersOf, pathTo } from '../../shared/json-walk.ts'
import { lettersOf } from '../letters.ts'
import { meansNo } from '../means-no.ts'
import type { Path, QuirkLog } from '../quirk-log.ts'
import { noUnknownFields, type UnknownFields } from '../unknown-fields.ts'
import { hasScreeningNoun, mentionsScreening } from './mentions-screening.ts'

/** A text that begins as JSON does, however often it was encoded. */
const jsonStart = /^[\s\ufeff"\\]*[[{]/

/** An object of more fields is not searched: they may mention anything. */
export const maxSearchedFields = 10_000

/** A field, and the outermost one around it that has a noun of screening in its name: everything in it may be a hit. */
interface Pending {
  readonly field: JsonValue
  readonly holder: JsonValue | undefined
}

/**
 * Finds a field, at any depth, that mentions screening by its name, or is inside a list or object with a noun of screening in its
 * name, and whose value is not a no. JSON that cannot be read counts as a whole by the words in it.
 *
 * @param hasTexts - Whether any other text counts by its words, too: `risks` may mention what is in no list of hits.
 */
export function findUnclearField(
  fields: Readonly<Record<string, unknown>>,
  { fieldOverrides, overriddenFields }: Pick<QuirkLog, 'fieldOverrides' | 'overriddenFields'>,
  hasTexts = false,
  mentions: (text: string) => boolean = mentionsScreening,
): JsonValue | undefined {
  const members = membersOf(fields)
  if (members.length > maxSearchedFields) return members[0]
  const pending: Pending[] = members.map(field => ({ field, holder: undefined }))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name } = next.field
    const value = decodeJson(next.field.value)
    const override = fieldOverrides.size > 0 ? fieldOverrides.get(lettersOf(name)) : undefined
    const text = typeof value === 'string' ? value : ''
    const isJson = jsonStart.test(text)
    const inner = membersOf(value, next.field)
    const isMentioned = mentions(name) || ((hasTexts || isJson) && mentions(text))
    const isNoun = (isJson || inner.length > 0) && hasScreeningNoun(name)
    // A mention that does not count is explained by the entries of its kind, as are the `matches` of `pep_matches`.
    const holder = mentionsScreening(name) ? undefined : (next.holder ?? (isNoun ? next.field : undefined))
    const isOverridden = override === 'ignore' || (isNoun && override !== undefined)
    if (!isMentioned && !isOverridden && (holder === undefined || inner.length > 0)) {
      if (isRecord(value) && inner.length > maxSearchedFields) return next.field
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
 * Reports a field, at any depth, that mentions screening and is not a no.
 *
 * @param holder - The names of the fields that hold these fields, if they are not the record's own.
 * @returns whether there is one.
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
