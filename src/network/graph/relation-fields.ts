import type { Relation } from '../../model/network.ts'
import { writtenAs } from '../../shared/json.ts'

/** A field that the specification does not show, its name in small words; what lies within another one is not the relation's own. */
export type Field = readonly [words: string, value: unknown, isOwn: boolean]

export function flattenFields({ unknownFields, details }: Relation): Field[] {
  const fields: Field[] = []
  const add = (record: object, depth: number) => {
    for (const [name, value] of sortEntries(record)) {
      fields.push([toWords(name), value, depth === 0])
      // What lies deeper stands in the text of these.
      if (depth < 3 && typeof value === 'object' && value !== null) add(value, depth + 1)
    }
  }
  add(unknownFields, 0)
  add(details.unknownFields, 0)
  return fields
}

/** The fields of a record in the order of their names: a service, or a file, may have them in any. */
export function sortEntries(record: object): [name: string, value: unknown][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
}

export function toWords(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.replace(/[^a-z]+/g, ' ').trim()
}

/** Words that may say that a relation ended: a doubt too many costs a look at the data. */
const ending =
  /\b(end(s|ed|ing)?\b|until|till|through|thru|ceas|cessat|terminat|resign|expir|former|inactiv|histor|sold|divest|clos(e|ed|ing|ure)\b|withdr|stop|dissol|cancel|revok|past\b|previous)/

export function isEnding(words: string): boolean {
  return ending.test(words) || /^(valid |effective |date )*to( date)?$/.test(words)
}

export function isBeginning(words: string): boolean {
  return /^(start(ed)?|since|from|begin|began)$/.test(withoutFillerWords(words))
}

/** What a name says of the relation itself: a period, a fiscal year or the data may end before it. */
function withoutFillerWords(words: string): string {
  return words
    .replace(/\b(valid|effective|relation(ship)?|share(holding)?|ownership|date|on|at|day|time)\b ?/g, '')
    .trim()
}

const lasting = /^(is )?(current|active|ongoing|present)(ly)?$/
const ownEnd =
  /^(end|ends|ended|ending|to|until|till|through|ceased|cessation|terminated|termination|expired|expiry|resigned|sold|divested)$/

/**
 * Whether a relation has ended, on a day where one is given; null where that is not known. The specification shows no dates of
 * relations: unknown fields are read that say so by name or text. Only plain dates of its own end decide, and only where nothing
 * contradicts them.
 */
export function hasEnded(relation: Relation, asOf: string | null): boolean | null {
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

function mentionsEnd([words, value]: Field): boolean {
  if (isEnding(words)) return !isNegative(value)
  if (typeof value === 'string' && ending.test(toWords(value))) return true
  return lasting.test(words) && isNegative(value) && !isBlank(value)
}

function isStillCurrent([words, value]: Field): boolean {
  return lasting.test(words) ? !isNegative(value) : typeof value === 'string' && lasting.test(toWords(value))
}

/** A day, month or year; null for any other text. The first of 1970 and days far away stand for none in many sources. */
function parseDay(value: unknown): string | null {
  const [, day = ''] = /^(\d{4}(?:-\d\d){0,2})(?:T[\d:.]+Z)?$/.exec(toText(value).trim()) ?? []
  return day > '1970-01-01' && day < '2200' ? day : null
}

export function isNegative(value: unknown): boolean {
  return isBlank(value) || /^(n|no|none|false|0|n\/a)$/i.test(toText(value).trim())
}

/** What stands for no value, as elsewhere in the service. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && /^\s*[-–—]?\s*$/.test(value))
}

/** As text: an object may have a `toString` of its own, or be deeper than a stack. */
export function toText(value: unknown): string {
  return typeof value === 'object' ? (writtenAs(value) ?? '') : String(value)
}
