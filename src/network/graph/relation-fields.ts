import type { Relation } from '../../model/network.ts'
import { tryStringify } from '../../shared/json.ts'

/**
 * A field that the specification does not define. `words`: the field's name in lower-case words. `isOwn`:
 * whether the field belongs to the record itself, not to a nested object.
 */
export type RelationField = readonly [words: string, value: unknown, isOwn: boolean]

export function flattenFields({ unknownFields, details }: Relation): RelationField[] {
  const fields: RelationField[] = []
  const add = (record: object, depth: number) => {
    for (const [name, value] of sortEntries(record)) {
      fields.push([toWords(name), value, depth === 0])
      // Deeper values are not separate fields: they are searched as part of their parent's text.
      if (depth < 3 && typeof value === 'object' && value !== null) add(value, depth + 1)
    }
  }
  add(unknownFields, 0)
  add(details.unknownFields, 0)
  return fields
}

/** Sorts the fields of a record by name, because services and files may write them in any order. */
export function sortEntries(record: object): [name: string, value: unknown][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
}

export function toWords(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.replace(/[^a-z]+/g, ' ').trim()
}

/**
 * Words that may indicate that a relation has ended. The list is long on purpose: a wrong match only means
 * that a person has to check the relation.
 */
const ending =
  /\b(end(s|ed|ing)?\b|until|till|through|thru|ceas|cessat|terminat|resign|expir|former|inactiv|histor|sold|divest|clos(e|ed|ing|ure)\b|withdr|stop|dissol|cancel|revok|past\b|previous)/

export function isEnding(words: string): boolean {
  return ending.test(words) || /^(valid |effective |date )*to( date)?$/.test(words)
}

export function isBeginning(words: string): boolean {
  return /^(start(ed)?|since|from|begin|began)$/.test(withoutFillerWords(words))
}

/**
 * Removes words that do not change the meaning of a field name. Keeps all other words, because "fiscal year
 * end", for example, is not the end of the relation.
 */
function withoutFillerWords(words: string): string {
  return words
    .replace(/\b(valid|effective|relation(ship)?|share(holding)?|ownership|date|on|at|day|time)\b ?/g, '')
    .trim()
}

const lasting = /^(is )?(current|active|ongoing|present)(ly)?$/
const ownEnd =
  /^(end|ends|ended|ending|to|until|till|through|ceased|cessation|terminated|termination|expired|expiry|resigned|sold|divested)$/

/**
 * Returns whether a relation was not in effect on the day `asOf`; null if this is unknown, or if the relation
 * has an end and `asOf` is missing. The specification defines no dates for relations, so the end is searched
 * for in fields that it does not define. An end is certain only if it is a plain date in the relation itself
 * that no other field contradicts.
 */
export function determineEnded(relation: Relation, asOf: string | null): boolean | null {
  const fields = flattenFields(relation)
  const ends = fields.filter(mentionsEnd)
  if (asOf === null) return ends.length === 0 ? false : null
  const starts = fields.flatMap(([words, value]) => (isBeginning(words) ? (parseDay(value) ?? []) : []))
  if (starts.some(day => day > asOf)) return true
  if (ends.length === 0) return false
  const days = ends.map(([, value]) => parseDay(value))
  if (days.every(day => day !== null && day > asOf)) return false
  const datedEnds = ends.filter(([, value]) => /\d/.test(toText(value)))
  const isOver = datedEnds.every(([words, value, isOwn]) => {
    const day = parseDay(value) ?? ''
    const isPast = day.length === asOf.length && day <= asOf && starts.every(start => start <= day)
    return isPast && isOwn && ownEnd.test(withoutFillerWords(words))
  })
  return isOver && datedEnds.length > 0 && !fields.some(isStillCurrent) ? true : null
}

function mentionsEnd([words, value]: RelationField): boolean {
  if (isEnding(words)) return !isNegative(value)
  if (typeof value === 'string' && ending.test(toWords(value))) return true
  return lasting.test(words) && isNegative(value) && !isEmptyValue(value)
}

function isStillCurrent([words, value]: RelationField): boolean {
  return lasting.test(words) ? !isNegative(value) : typeof value === 'string' && lasting.test(toWords(value))
}

/** Reads a day, month or year; null for any other text. 1 January 1970 and days after 2200 are placeholders for an unknown date. */
function parseDay(value: unknown): string | null {
  const [, day = ''] = /^(\d{4}(?:-\d\d){0,2})(?:T[\d:.]+Z)?$/.exec(toText(value).trim()) ?? []
  return day > '1970-01-01' && day < '2200' ? day : null
}

export function isNegative(value: unknown): boolean {
  return isEmptyValue(value) || /^(n|no|none|false|0|n\/a)$/i.test(toText(value).trim())
}

/** Whether a value is a placeholder that the service writes for an empty field. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && /^\s*[-–—]?\s*$/.test(value))
}

/**
 * Converts a value to text. Does not use `String` for objects, because an object may have a field `toString`
 * or be nested too deeply.
 */
export function toText(value: unknown): string {
  return typeof value === 'object' ? (tryStringify(value) ?? '') : String(value)
}
