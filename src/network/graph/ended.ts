import type { Relation } from '../../model/network.ts'
import { readTime } from '../../shared/time.ts'
import { isBlank, saysNo } from './share-text.ts'

/** The words of a field that says when, or that, a relation ended; and of one that says that it has not. */
const ending =
  /^(is |has )?(valid |effective |relation(ship)? |share(holding)? |ownership |date )*(end|ended|ending|until|till|to|ceased|cessation|terminat(ed|ion)|resign(ed|ation)|expir(ed|y|es|ation)|former|inactive|historic(al)?)( date| on| at| day| time)*$/
const lasting = /^(is )?(current|active)$/
const beginning =
  /^(valid |effective |relation(ship)? |share(holding)? |ownership |date )*(start|started|since|from|begin|began)( date| on| at| day| time)*$/

/**
 * Whether a relation has ended, on a day where one is given; null where that is not known. The specification shows no dates of
 * relations: unknown fields are read that say so by their names.
 */
export function hasEnded({ unknownFields, details }: Relation, asOf: string | null): boolean | null {
  if (isEmpty(unknownFields) && isEmpty(details.unknownFields)) return false
  const fields = [...Object.entries(unknownFields), ...Object.entries(details.unknownFields)]
  let state: boolean | null = false
  for (const [name, value] of fields) {
    const words = wordsOf(name)
    const ended = ending.test(words) && !saysNo(value)
    if (asOf !== null && beginning.test(words) && isPast(value, asOf) === false) return true
    if (!ended && !(lasting.test(words) && saysNo(value) && !isBlank(value))) continue
    const isOver: boolean | null = asOf === null ? null : isPast(value, asOf)
    if (isOver === true) return true
    if (isOver === null) state = null
  }
  return state
}

/** The fields that tell holdings apart by time, as text. */
export function datesOf({ unknownFields, details }: Relation): string {
  if (isEmpty(unknownFields) && isEmpty(details.unknownFields)) return ''
  const fields = [...Object.entries(unknownFields), ...Object.entries(details.unknownFields)]
  const dates = fields.filter(([name]) => ending.test(wordsOf(name)) || beginning.test(wordsOf(name)))
  return dates.length === 0 ? '' : JSON.stringify(dates.sort(([one], [other]) => (one < other ? -1 : 1)))
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
