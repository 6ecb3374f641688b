import type { Relation } from '../../model/network.ts'
import { lettersOf } from '../../reading/letters.ts'
import { tryStringify } from '../../shared/json.ts'
import { findPhraseDoubt, hasOnlyHoldingWords } from './relation-words.ts'
import { findNumbers, findPercentages } from './share-grammar.ts'
import { fieldWords, type RelationDoubt, shareFieldName } from './vocabulary.ts'

/**
 * A field outside the specification. `meaning`: what its name and value say; `date` for a date of unknown meaning, null for a
 * field without effect.
 */
export interface RelationField {
  readonly name: string
  readonly value: unknown
  readonly meaning: FieldMeaning | null
  /** The doubt that the field raises; null if it raises none. */
  readonly doubt: RelationDoubt | null
}

type FieldMeaning = 'start' | 'end' | 'lasting' | 'date' | 'share' | 'doubt' | 'unknown'

/** @param ignoredNames the names of fields without effect, in lower-case letters. */
export function readFields(
  { unknownFields, details }: Relation,
  ignoredNames: ReadonlySet<string> = new Set(),
): RelationField[] {
  return [unknownFields, details.unknownFields].flatMap((record, depth) =>
    sortEntries(record).flatMap(([name, value]): RelationField[] => {
      const words = toWords(name)
      // The share itself is read by its own rule.
      if (depth === 1 && isExactShare(words)) return []
      const meaning = ignoredNames.has(lettersOf(name)) ? null : findMeaning(words, value)
      return [{ name, value, meaning, doubt: findDoubt(words, value, meaning) }]
    }),
  )
}

/** Returns the values of the share's field under its other spellings. */
export function readSpelledShares({ details }: Relation): unknown[] {
  const spellings = sortEntries(details.unknownFields).filter(([name]) => isExactShare(toWords(name)))
  return spellings.map(([, value]) => value).filter(value => !isEmptyValue(value))
}

function isExactShare(words: string): boolean {
  return words === 'exact share' || words === 'exactshare'
}

/** Sorts the fields of a record by name, because services and files may write them in any order. */
export function sortEntries(record: object): [name: string, value: unknown][] {
  const entries = Object.entries(record)
  return entries.length < 2 ? entries : entries.sort(([a], [b]) => (a < b ? -1 : 1))
}

function toWords(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.replace(/[^a-z]+/g, ' ').trim()
}

function findMeaning(words: string, value: unknown): FieldMeaning | null {
  if (isEmptyValue(value) || isAddress(value) || hasHead(words, 'neutral')) return null
  const text = toText(value)
  const isShareName = shareFieldName.test(words)
  const hasDate = dateWithin.test(text)
  const hasPercentage = findPercentages(text).length > 0
  // 1 may mean yes, unless the name mentions a share.
  const hasNumber = !hasDate && findNumbers(text).some(number => isShareName || number !== 1)
  if (!hasPercentage && !hasNumber) {
    if (hasHead(words, 'start')) return isNegative(value) ? null : 'start'
    if (hasHead(words, 'end')) return isNegative(value) ? null : 'end'
    if (hasHead(words, 'lasting')) return isNegative(value) ? 'end' : 'lasting'
    if (hasHead(words, 'state')) return fieldWords.lasting.has(text.trim().toLowerCase()) ? 'lasting' : 'end'
  }
  if (isShareName || hasPercentage) return 'share'
  const isDoubt = isDoubtName(words)
  if (isDoubt && hasNumber && hasOnlyHoldingWords(removeFieldNames(text))) return 'share'
  if (isDirectName(words)) return isDirect(words, text.trim()) ? null : 'doubt'
  if (isDoubt) return isNegative(value) ? null : 'doubt'
  return hasDate ? 'date' : 'unknown'
}

/** Finds the doubt that a field raises. A field that states a share may raise one too, by its name or by other words. */
function findDoubt(words: string, value: unknown, meaning: FieldMeaning | null): RelationDoubt | null {
  if (meaning === 'date') return 'end'
  if (meaning === 'unknown') return 'owner'
  if (meaning === 'doubt') return findPhraseDoubt(words) ?? 'indirect'
  if (meaning !== 'share') return null
  return findPhraseDoubt(words) ?? (hasOnlyHoldingWords(removeFieldNames(toText(value))) ? null : 'owner')
}

/** Whether the name of a field has no meaning besides whether a holding is direct, or another doubt. */
function isDoubtName(words: string): boolean {
  const names = words.split(' ').filter(word => !fieldWords.filler.has(word))
  return isDirectName(words) || (findPhraseDoubt(words) !== null && names.length === 1)
}

function isDirectName(words: string): boolean {
  return /^((is )?direct|direct or indirect)$/.test(words)
}

function isDirect(words: string, text: string): boolean {
  return words.includes('indirect') ? /^direct(ly)?$/i.test(text) : /^(true|yes|y|1)$/i.test(text)
}

/** Removes the names of fields from JSON. */
function removeFieldNames(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*":/g, ' ')
}

function hasHead(words: string, meaning: Exclude<keyof typeof fieldWords, 'filler'>): boolean {
  const heads = fieldWords[meaning]
  const names = words.split(' ')
  return (
    names.some(word => heads.has(word)) && names.every(word => heads.has(word) || fieldWords.filler.has(word))
  )
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/\S+$/.test(value)
}

const dateWithin = /\b(1[89]|2[01])\d\d\b/

/**
 * Returns whether a relation had ended, or not yet begun, on the day `asOf`; null if this is unknown, or if
 * the relation has an end and `asOf` is missing. A relation has certainly ended only if its end is a full
 * date that no other field contradicts.
 */
export function determineEnded(fields: readonly RelationField[], asOf: string | null): boolean | null {
  const ends = fields.filter(({ meaning }) => meaning === 'end' || meaning === 'date')
  if (asOf === null) return ends.length === 0 ? false : null
  const starts = fields.flatMap(({ meaning, value }) => (meaning === 'start' ? (parseDay(value) ?? []) : []))
  if (starts.some(day => day > asOf)) return true
  if (ends.length === 0) return false
  if (ends.every(({ value }) => (parseDay(value) ?? '') > asOf)) return false
  const datedEnds = ends.filter(({ value }) => /\d/.test(toText(value)))
  const isOver = datedEnds.every(({ meaning, value }) => {
    const day = parseDay(value) ?? ''
    return (
      meaning === 'end' && day.length === asOf.length && day <= asOf && starts.every(start => start <= day)
    )
  })
  return isOver && datedEnds.length > 0 && !fields.some(({ meaning }) => meaning === 'lasting') ? true : null
}

/** Reads a day, month or year; null for any other text. 1 January 1970 and days after 2200 are placeholders for an unknown date. */
function parseDay(value: unknown): string | null {
  const [, day = ''] = /^(\d{4}(?:-\d\d){0,2})(?:T[\d:.]+Z)?$/.exec(toText(value).trim()) ?? []
  return day > '1970-01-01' && day < '2200' ? day : null
}

function isNegative(value: unknown): boolean {
  return isEmptyValue(value) || /^(n|no|none|false|0|n\/a)$/i.test(toText(value).trim())
}

/** Whether a value is an empty list or object, or a placeholder that the service writes for an empty field. */
export function isEmptyValue(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*[-–—]?\s*$/.test(value)
  return (
    value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  )
}

/** Converts a value to text. `String` is not safe for objects, which may have a field `toString`, or be nested too deeply. */
export function toText(value: unknown): string {
  return typeof value === 'object' ? (tryStringify(value) ?? '') : String(value)
}
