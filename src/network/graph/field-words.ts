import { writtenAs } from '../../shared/json.ts'

/** Words of a field's name, or of its text, that may say that a relation ended: a doubt too many costs a look at the data. */
export const ending =
  /\b(end(s|ed|ing)?\b|until|till|through|thru|ceas|cessat|terminat|resign|expir|former|inactiv|histor|sold|divest|clos(e|ed|ing|ure)\b|withdr|stop|dissol|cancel|revok|past\b|previous)/
const upTo = /^(valid |effective |date )*to( date)?$/

/** The name of a field in small words. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word !== '')
    .join(' ')
}

/** Whether a field says by its name that something ended, or when. */
export function isEnding(name: string): boolean {
  return ending.test(name) || upTo.test(name)
}

export function saysNo(value: unknown): boolean {
  return (
    isBlank(value) ||
    value === false ||
    value === 0 ||
    /^(n|no|none|false|0|n\/a)$/i.test(textIn(value).trim())
  )
}

/** What stands for no value, as elsewhere in the service. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && /^\s*[-–—]?\s*$/.test(value))
}

/** As text: an object may have a `toString` of its own, or be deeper than a stack. */
export function textIn(value: unknown): string {
  return typeof value === 'object' ? (writtenAs(value) ?? '') : String(value)
}

/** Faster than the names of all fields. */
export function isEmpty(fields: object): boolean {
  for (const _ in fields) return false
  return true
}
