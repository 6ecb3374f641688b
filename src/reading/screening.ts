import { decodeJson, isRecord } from '../shared/json.ts'
import { memoize } from '../shared/memoize.ts'
import { lettersOf, splitName } from './letters.ts'
import type { Path, QuirkLog } from './log.ts'
import { noUnknownFields, type UnknownFields } from './reading.ts'

/** What a caller who knows the service vouches for: a field says nothing of screening, or these texts of it say no. */
export type ScreeningFields = Readonly<Record<string, 'ignore' | { readonly no: readonly string[] }>>

/** {@link ScreeningFields} by the letters of their names. */
export type Vouched = ReadonlyMap<string, 'ignore' | ReadonlySet<string>>

export function vouchFor(fields: ScreeningFields = {}): Vouched {
  return new Map(
    Object.entries(fields).map(([name, how]) => [
      lettersOf(name),
      how === 'ignore' ? how : new Set(how.no.map(plain)),
    ]),
  )
}

/** The words that mention screening. docs/quirks.md lists each. */
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
/** Whatever mentions screening has one of these in its letters: most names are done with after this look. */
const possible = new RegExp([...stems, ...beginnings, ...words].join('|'))
const noun = new RegExp(`(?<!\\S)(?:${nouns.join('|')})(?!\\S)`)

/** PEP in capitals, and in no longer word of capitals. */
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
  const all = [...splitName(text), ...text.toLowerCase().split(/[^\p{L}]+/u)]
  return all.some(one => word.test(one) || (isName && /^pep|peps?$/.test(one)))
})

/** Whether a name has a noun of screening as a word: `hitList` has one. */
const hasNoun = memoize(name => noun.test(splitName(name).join(' ')))

const noes: ReadonlySet<string> = new Set(['', '-', '–', '—', 'n', 'no', 'none', 'false', '0', 'n/a'])

/** Whether a value says no: by itself, or by all that it holds. Without recursion: JSON may be deeper than a stack. */
export function saysNo(value: unknown, more?: ReadonlySet<string>): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = decodeJson(pending.pop())
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) pending.push(inner)
    else if (next !== undefined && next !== null) {
      const said = plain(next)
      if (!noes.has(said) && !more?.has(said)) return false
    }
  }
  return true
}

function plain(value: unknown): string {
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
const mayHoldJson = /^[\s\ufeff"\\]*[[{]/

/** An object of more fields is not searched: they may mention anything. */
export const maxSearchedFields = 10_000

/** A field, and the outermost one around it that a noun of screening names: all that it holds may be a hit. */
interface Pending {
  readonly field: JsonValue
  readonly holder: JsonValue | undefined
}

/**
 * One of the fields, or of those inside them, that mentions screening, or is inside a list or object that a noun of screening names,
 * and does not say no. JSON that cannot be read, or text within text, is not searched: what it mentions counts as a whole.
 *
 * @param hasTexts - Whether any other text counts so, too: `risks` may say what the lists of hits do not.
 */
export function findUnclear(
  fields: Readonly<Record<string, unknown>>,
  { vouched, vouchedFor }: Pick<QuirkLog, 'vouched' | 'vouchedFor'>,
  hasTexts = false,
  mentions: (text: string) => boolean = mentionsScreening,
): JsonValue | undefined {
  const members = membersOf(fields)
  if (members.length > maxSearchedFields) return members[0]
  const pending: Pending[] = members.map(field => ({ field, holder: undefined }))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name } = next.field
    const value = decodeJson(next.field.value)
    const override = vouched.size > 0 ? vouched.get(lettersOf(name)) : undefined
    const text = typeof value === 'string' ? value : ''
    const isJson = mayHoldJson.test(text)
    const inner = membersOf(value, next.field)
    const isMentioned = mentions(name) || ((hasTexts || isJson) && mentions(text))
    const isNoun = (isJson || inner.length > 0) && hasNoun(name)
    // A kind that is not asked for is that of entries that are there; so are the `matches` of `pep_matches`.
    const holder = mentionsScreening(name) ? undefined : (next.holder ?? (isNoun ? next.field : undefined))
    const isVouched = override === 'ignore' || (isNoun && override !== undefined)
    if (!isMentioned && !isVouched && (holder === undefined || inner.length > 0)) {
      if (isRecord(value) && inner.length > maxSearchedFields) return next.field
      for (const field of inner) pending.push({ field, holder })
    } else if (!saysNo(value)) {
      if (override === undefined || (override !== 'ignore' && !saysNo(value, override)))
        return holder ?? next.field
      vouchedFor.add(name)
    }
  }
  return undefined
}

/**
 * Whether fields of a record, or those inside them, mention screening and do not say no; one that does is reported.
 *
 * @param within - The field that holds them, where it is not the record itself.
 * @param mentions - What counts as a mention of screening.
 */
export function isUnclear(
  fields: UnknownFields,
  { log, path }: { readonly log: QuirkLog; readonly path: Path },
  within: readonly string[] = [],
  hasTexts = false,
  mentions = mentionsScreening,
): boolean {
  if (fields === noUnknownFields) return false
  const found = findUnclear(fields, log, hasTexts, mentions)
  if (found === undefined) return false
  const advice = 'if you know what it says, name it in the option screeningFields'
  log.drift([...path, ...within, ...pathTo(found)], 'free of hits', found.value, advice)
  return true
}
