import type { Relation } from '../../model/network.ts'
import { isRecord, writtenAs } from '../../shared/json.ts'
import { readTime } from '../../shared/time.ts'
import { ending, isBlank, isEmpty, isEnding, saysNo, textIn, wordsOf } from './field-words.ts'

const lasting = /^(is )?(current|active|ongoing|present)(ly)?$/
const its = '^(valid |effective |relation(ship)? |share(holding)? |ownership |date )*'
const when = '( date| on| at| day| time)*$'
const beginning = new RegExp(`${its}(start|started|since|from|begin|began)${when}`)
/** Of the relation itself: a period, a fiscal year or the data may end before it. */
const ownEnd = new RegExp(
  `${its}(end|ends|ended|ending|to|until|till|through|ceased|cessation|terminated|termination|expired|expiry|resigned|sold|divested)${when}`,
)
/** Days outside these stand for none in many sources, and so does the first of 1970. */
const believable = { first: '1900-01-02', last: '2199-12-31' }

/**
 * Whether a relation has ended, on a day where one is given; null where that is not known. The specification shows no dates of
 * relations: unknown fields are read that say so by their names. Only a plain date of its own end ends it, and only where nothing
 * contradicts that: other words and dates are a doubt.
 */
export function hasEnded(relation: Relation, asOf: string | null): boolean | null {
  const fields = fieldsOf(relation)
  const starts = fields.flatMap(([name, value]) => (beginning.test(name) ? (dayIn(value) ?? []) : []))
  if (asOf !== null && starts.some(day => isBelievable(day) && isPast(day, asOf) === false)) return true
  const ends = fields.filter(([name, value]) => mentionsEnd(name, value))
  if (ends.length === 0) return false
  if (asOf === null) return null
  const over = ends.map(([, value]) => isPast(dayIn(value), asOf))
  if (over.every(isOver => isOver === false)) return false
  const isContradicted = over.includes(false) || fields.some(([name, value]) => saysLasting(name, value))
  const isPlain = ends.some(([name, value, isOwn], at) => {
    const day = dayIn(value)
    const isReal =
      day !== null && isBelievable(day) && !starts.some(start => isPast(day, start) === true && start !== day)
    return over[at] === true && isReal && isOwn && ownEnd.test(name)
  })
  return isPlain && !isContradicted ? true : null
}

function mentionsEnd(name: string, value: unknown): boolean {
  if (isEnding(name)) return !saysNo(value)
  if (typeof value === 'string' && ending.test(wordsOf(value))) return true
  return lasting.test(name) && saysNo(value) && !isBlank(value)
}

function saysLasting(name: string, value: unknown): boolean {
  return lasting.test(name) ? !saysNo(value) : typeof value === 'string' && lasting.test(wordsOf(value))
}

/** The fields that tell holdings apart by time, as text. */
export function datesOf(relation: Relation): string {
  const dates = fieldsOf(relation).filter(([name]) => isEnding(name) || beginning.test(name))
  return dates.length === 0 ? '' : (writtenAs(dates.sort(([one], [other]) => (one < other ? -1 : 1))) ?? '')
}

type Field = readonly [name: string, value: unknown, isOwn: boolean]

/** The unknown fields and those one level below, the names in small words; what lies within another field is in doubt. */
function fieldsOf({ unknownFields, details }: Relation): Field[] {
  if (isEmpty(unknownFields) && isEmpty(details.unknownFields)) return []
  const fields = [...Object.entries(unknownFields), ...Object.entries(details.unknownFields)]
  const below = fields.flatMap(([, value]) => (isRecord(value) ? Object.entries(value) : []))
  return [...fields, ...below].map(([name, value], at) => [wordsOf(name), value, at < fields.length])
}

/** A day, a month or a year; null for any other text. */
function dayIn(value: unknown): string | null {
  const text = textIn(value).trim()
  const moment = /^\d{4}(-\d{2})?$/.test(text) ? null : readTime(text)
  const day = moment === null ? text : new Date(moment.first).toISOString().slice(0, 10)
  return /^\d{4}(-\d{2}){0,2}$/.test(day) ? day : null
}

function isBelievable(day: string): boolean {
  return day >= believable.first && day <= believable.last && day !== '1970-01-01'
}

/** Whether a day lies on or before another one; null where that cannot be told. A year alone may be any of its days. */
function isPast(day: string | null, asOf: string): boolean | null {
  if (day === null) return null
  const same = asOf.slice(0, day.length)
  if (day !== same) return day < same
  return day.length === asOf.length ? true : null
}
