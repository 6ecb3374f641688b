import { decodeJson, isRecord } from '../shared/json.ts'
import { memoize } from '../shared/memoize.ts'
import { lettersOf, splitName } from './letters.ts'
import type { Path, QuirkLog } from './quirk-log.ts'
import { noUnknownFields, type UnknownFields } from './unknown-fields.ts'

/** Fields that a caller knows: `ignore` if a field is not about screening, or the texts of it that mean no. */
export type KnownFields = Readonly<Record<string, 'ignore' | { readonly no: readonly string[] }>>

/** {@link KnownFields} by the letters of their names. */
export type FieldOverrides = ReadonlyMap<string, 'ignore' | ReadonlySet<string>>

export function createFieldOverrides(fields: KnownFields = {}): FieldOverrides {
  return new Map(
    Object.entries(fields).map(([name, override]) => [
      lettersOf(name),
      override === 'ignore' ? override : new Set(override.no.map(normalizeScalar)),
    ]),
  )
}

/** The words that mention screening. The page on quirks lists each. */
export const screeningWords = {
  /** Anywhere in the letters of a name or sentence: too long to be a part of other words. */
  stems: [
    ...['adverse', 'assetfreeze', 'blacklist', 'criminal', 'embargo', 'negativenews', 'politically'],
    ...['sanction', 'terroris', 'warning', 'watchlist'],
  ],
  /** At the beginning of a word: they are parts of others, as in `sidebar` or `type_of_activity`. */
  beginnings: ['debar', 'ofac'],
  /** As a whole word: they begin others, as in `error` or `peppers`. */
  words: ['pep', 'peps', 'terror'],
  /** As a whole word in the name of a list or object that holds something: alone they say too little. */
  nouns: [
    ...['alert', 'alerts', 'denied', 'designation', 'designations', 'hit', 'hits', 'match', 'matches'],
    ...['negative media', 'restricted', 'screening', 'screenings', 'sdn'],
  ],
} as const

const { stems, beginnings, words, nouns } = screeningWords
const stem = new RegExp(stems.join('|'))
const word = new RegExp(`^(?:${beginnings.join('|')}|(?:${words.join('|')})$)`)
/** Every name that mentions screening has one of these in its letters. Most names have none. */
const possible = new RegExp([...stems, ...beginnings, ...words].join('|'))
const noun = new RegExp(`(?<!\\S)(?:${nouns.join('|')})(?!\\S)`)

/** PEP in capitals, and not in a longer word of capitals. */
const abbreviation = /PEP(?!\p{Lu})/u

/** A longer text is not searched: it may mention anything. */
const maxSearchedLength = 65_536

/** Whether a name, or a sentence, mentions screening. */
export const mentionsScreening = memoize(text => {
  if (text.length > maxSearchedLength) return true
  const letters = lettersOf(text)
  if (!possible.test(letters)) return false
  if (stem.test(letters) || abbreviation.test(text)) return true
  // A name may be in small letters alone, or in any case; a sentence has its words apart.
  const isName = !/\s/.test(text)
  const parts = [...splitName(text), ...text.toLowerCase().split(/[^\p{L}]+/u)]
  return parts.some(part => word.test(part) || (isName && /^pep|peps?$/.test(part)))
})

/** Whether a name has a noun of screening as a word: `hitList` has one. */
const hasNoun = memoize(name => noun.test(splitName(name).join(' ')))

const negatives: ReadonlySet<string> = new Set(['', '-', '–', '—', 'n', 'no', 'none', 'false', '0', 'n/a'])

/**
 * Whether a value is a no, or everything in it. Without recursion: JSON may be deeper than a stack.
 *
 * @param more - Further texts that mean no.
 */
export function meansNo(value: unknown, more?: ReadonlySet<string>): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = decodeJson(pending.pop())
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) pending.push(inner)
    else if (next !== undefined && next !== null) {
      const scalar = normalizeScalar(next)
      if (!negatives.has(scalar) && !more?.has(scalar)) return false
    }
  }
  return true
}

function normalizeScalar(value: unknown): string {
  return String(value).trim().toLowerCase()
}

/** A value in JSON, and the one that holds it. JSON may be so deep that a path for each value would take minutes. */
export interface JsonValue {
  readonly key: string | number
  /** The field that it is, or whose list it is in. */
  readonly name: string
  readonly value: unknown
  readonly parent: JsonValue | undefined
}

/** The members of an object or list. */
export function membersOf(value: unknown, parent?: JsonValue): JsonValue[] {
  if (Array.isArray(value))
    return value.map((member, key) => ({ key, name: parent?.name ?? '', value: member, parent }))
  if (!isRecord(value)) return []
  return Object.keys(value).map(key => ({ key, name: key, value: value[key], parent }))
}

export function pathTo(value: JsonValue): (string | number)[] {
  const path: (string | number)[] = []
  for (let holder: JsonValue | undefined = value; holder !== undefined; holder = holder.parent)
    path.push(holder.key)
  return path.reverse()
}

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
export function findUnclear(
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
    const isNoun = (isJson || inner.length > 0) && hasNoun(name)
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
  const unclear = findUnclear(fields, log, hasTexts, mentions)
  if (unclear === undefined) return false
  const advice = 'if you know what it says, name it in the option knownFields'
  log.noteDrift([...path, ...holder, ...pathTo(unclear)], 'free of hits', unclear.value, advice)
  return true
}
