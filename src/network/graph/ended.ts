import type { Relation } from '../../model/network.ts'
import { isRecord } from '../../shared/json.ts'
import { readTime } from '../../shared/time.ts'
import { isBlank, saysNo } from './share-text.ts'

/** Words of a field's name, or of its text, that may say that a relation ended: a doubt too many costs a look at the data. */
const ending =
  /\b(end(s|ed|ing)?\b|until|till|through|thru|ceas|cessat|terminat|resign|expir|former|inactiv|histor|sold|divest|clos(e|ed|ing|ure)\b|withdr|stop|dissol|cancel|revok|past\b|previous)/
const upTo = /^(valid |effective |date )*to( date)?$/
const lasting = /^(is )?(current|active)$/
const beginning =
  /^(valid |effective |relation(ship)? |share(holding)? |ownership |date )*(start|started|since|from|begin|began)( date| on| at| day| time)*$/

/**
 * Whether a relation has ended, on a day where one is given; null where that is not known. The specification shows no dates of
 * relations: unknown fields are read that say so by their names.
 */
export function hasEnded(relation: Relation, asOf: string | null): boolean | null {
  let state: boolean | null = false
  for (const [name, value] of fieldsOf(relation)) {
    if (asOf !== null && beginning.test(name) && isPast(value, asOf) === false) return true
    const ended = isEnding(name) ? !saysNo(value) : typeof value === 'string' && ending.test(wordsOf(value))
    if (!ended && !(lasting.test(name) && saysNo(value) && !isBlank(value))) continue
    const isOver: boolean | null = asOf === null ? null : isPast(value, asOf)
    if (isOver === true) return true
    if (isOver === null) state = null
  }
  return state
}

/** The fields that tell holdings apart by time, as text. */
export function datesOf(relation: Relation): string {
  const dates = fieldsOf(relation).filter(([name]) => isEnding(name) || beginning.test(name))
  return dates.length === 0 ? '' : JSON.stringify(dates.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function isEnding(name: string): boolean {
  return ending.test(name) || upTo.test(name)
}

/** The unknown fields and those one level below, the names in small words. */
function fieldsOf({ unknownFields, details }: Relation): (readonly [name: string, value: unknown])[] {
  if (isEmpty(unknownFields) && isEmpty(details.unknownFields)) return []
  const fields = [...Object.entries(unknownFields), ...Object.entries(details.unknownFields)]
  const below = fields.flatMap(([, value]) => (isRecord(value) ? Object.entries(value) : []))
  return [...fields, ...below].map(([name, value]) => [wordsOf(name), value])
}

function isEmpty(fields: object): boolean {
  for (const _ in fields) return false
  return true
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word !== '')
    .join(' ')
}

/** Whether a day lies on or before another one; null where that cannot be told. A year alone may be any of its days. */
function isPast(value: unknown, asOf: string): boolean | null {
  const text = String(value).trim()
  const moment = /^\d{4}(-\d{2})?$/.test(text) ? null : readTime(text)
  const day = moment === null ? text : new Date(moment.first).toISOString().slice(0, 10)
  if (!/^\d{4}(-\d{2}){0,2}$/.test(day)) return null
  const same = asOf.slice(0, day.length)
  if (day !== same) return day < same
  return day.length === asOf.length ? true : null
}
