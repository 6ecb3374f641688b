import type { Relation } from '../../model/network.ts'
import { writtenAs } from '../../shared/json.ts'

/** A field that the specification does not show: its name, and those of the fields around it, in small words. */
export type Field = readonly [words: string, value: unknown]

export function fieldsOf({ unknownFields, details }: Relation): Field[] {
  const fields: Field[] = []
  const waiting: Field[] = [
    ['', unknownFields],
    ['', details.unknownFields],
  ]
  for (const [around, value] of waiting) {
    if (typeof value !== 'object' || value === null) fields.push([around, value])
    else
      for (const [name, inner] of Object.entries(value)) waiting.push([wordsOf(`${around} ${name}`), inner])
  }
  return fields
}

export function wordsOf(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.replace(/[^a-z]+/g, ' ').trim()
}

/** Words that may say that a relation ended: a doubt too many costs a look at the data. */
const ending =
  /\b(end(s|ed|ing)?\b|until|till|through|thru|ceas|cessat|terminat|resign|expir|former|inactiv|histor|sold|divest|clos(e|ed|ing|ure)\b|withdr|stop|dissol|cancel|revok|past\b|previous)/

export function isEnding(words: string): boolean {
  return ending.test(words) || ofItself(words) === 'to'
}

export function isBeginning(words: string): boolean {
  return /^(start(ed)?|since|from|begin|began)$/.test(ofItself(words))
}

/** What a name says of the relation itself: a period, a fiscal year or the data may end before it. */
function ofItself(words: string): string {
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
  const fields = fieldsOf(relation)
  const starts = fields.flatMap(([words, value]) => (isBeginning(words) ? (dayIn(value) ?? []) : []))
  if (asOf !== null && starts.some(day => day > asOf)) return true
  const ends = fields.filter(mentionsEnd)
  if (ends.length === 0) return false
  const dated = ends.filter(([, value]) => /\d/.test(textIn(value)))
  const days = dated.flatMap(([words, value]) => (ownEnd.test(ofItself(words)) ? (dayIn(value) ?? []) : []))
  if (asOf === null || days.length === 0 || days.length < dated.length) return null
  if (days.every(day => day > asOf)) return false
  const isOver = days.every(day => day <= asOf && starts.every(start => start <= day))
  return isOver && !fields.some(saysLasting) ? true : null
}

function mentionsEnd([words, value]: Field): boolean {
  if (isEnding(words)) return !saysNo(value)
  if (typeof value === 'string' && ending.test(wordsOf(value))) return true
  return lasting.test(words) && saysNo(value) && !isBlank(value)
}

function saysLasting([words, value]: Field): boolean {
  return lasting.test(words) ? !saysNo(value) : typeof value === 'string' && lasting.test(wordsOf(value))
}

/** A plain day; null for any other text. The first of 1970 and days far away stand for none in many sources. */
function dayIn(value: unknown): string | null {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+Z)?$/.exec(textIn(value).trim()) ?? []
  return day > '1970-01-01' && day < '2200' ? day : null
}

export function saysNo(value: unknown): boolean {
  return isBlank(value) || /^(n|no|none|false|0|n\/a)$/i.test(textIn(value).trim())
}

/** What stands for no value, as elsewhere in the service. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && /^\s*[-–—]?\s*$/.test(value))
}

/** As text: an object may have a `toString` of its own, or be deeper than a stack. */
export function textIn(value: unknown): string {
  return typeof value === 'object' ? (writtenAs(value) ?? '') : String(value)
}
