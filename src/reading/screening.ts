import { decoded, isRecord } from '../shared/json.ts'
import { memoize } from '../shared/memoize.ts'
import { lettersOf } from './letters.ts'
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

/** Long enough to be no part of other words, however the words of a name are joined. */
const stems =
  /sanction|politically|adverse|negativenews|watchlist|blacklist|embargo|warning|criminal|terroris|assetfreeze/

/** Words that are part of others: `lastError`, `sidebar`, `type_of_activity`. */
const words = /^(?:debar|ofac|terror$|peps?$)/

/** PEP in capitals, and in no longer word of capitals. */
const abbreviation = /PEP(?!\p{Lu})/u

/** Whether a name, or a sentence, mentions screening. */
export const mentionsScreening = memoize(text => {
  if (stems.test(lettersOf(text)) || abbreviation.test(text)) return true
  const apart = text.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
  // A name may be in small letters alone, or in any case; a sentence has its words apart.
  const isName = !/\s/.test(text)
  const found = `${apart} ${text}`.toLowerCase().split(/[^\p{L}]+/u)
  return found.some(word => words.test(word) || (isName && /^pep|peps?$/.test(word)))
})

const noes: ReadonlySet<string> = new Set(['', '-', '–', '—', 'n', 'no', 'none', 'false', '0', 'n/a'])

/** Whether a value says no: by itself, or by all that it holds. Without recursion: JSON may be deeper than a stack. */
export function saysNo(value: unknown, more?: ReadonlySet<string>): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = decoded(pending.pop())
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

/** A value and what holds it. JSON may be so deep that a path for each value would take minutes. */
export interface Within {
  readonly key: string | number
  /** The field that it is, or whose list it is in. */
  readonly name: string
  readonly value: unknown
  readonly parent: Within | undefined
}

/** What an object or list holds. */
export function heldBy(value: unknown, parent?: Within): Within[] {
  if (Array.isArray(value))
    return value.map((inner, key) => ({ key, name: parent?.name ?? '', value: inner, parent }))
  if (!isRecord(value)) return []
  return Object.entries(value).map(([key, inner]) => ({ key, name: key, value: inner, parent }))
}

export function pathTo(within: Within): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: Within | undefined = within; at !== undefined; at = at.parent) path.push(at.key)
  return path.reverse()
}

/** A text that begins as JSON does, however often it was encoded. */
const mayHoldJson = /^[\s\ufeff"\\]*[[{]/

/**
 * One of the fields, or of those inside them, that mentions screening and does not say no. JSON that cannot be read, or text within
 * text, is not searched: what it mentions counts as a whole.
 *
 * @param hasTexts - Whether any other text counts so, too: `risks` may say what the lists of hits do not.
 */
export function findUnclear(
  fields: Readonly<Record<string, unknown>>,
  { vouched, vouchedFor }: Pick<QuirkLog, 'vouched' | 'vouchedFor'>,
  hasTexts = false,
  mentions: (text: string) => boolean = mentionsScreening,
): Within | undefined {
  const pending = heldBy(fields)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name } = next
    const value = decoded(next.value)
    const how = vouched.get(lettersOf(name))
    const isText = typeof value === 'string' && (hasTexts || mayHoldJson.test(value))
    const isAbout = mentions(name) || (isText && mentions(value))
    if (isAbout && how !== 'ignore' && !saysNo(value, how)) return next
    if (isAbout || how === 'ignore') {
      if (how !== undefined && !saysNo(value)) vouchedFor.add(name)
    } else for (const inner of heldBy(value, next)) pending.push(inner)
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
