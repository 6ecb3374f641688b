/** True for a day that exists, spelled YYYY-MM-DD. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  // 2021-02-30 rolls over to March in some engines and is invalid in others: the round trip settles it.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Whether a person may have been born on a day: a year of two digits may have become 0061, or 2061. */
export function isBirthDate(day: string): boolean {
  return day >= '1800' && (day < '2000' || day <= new Date().toISOString())
}

/** The first and the last moment that a text may mean, in milliseconds since 1970. */
export interface Moment {
  readonly first: number
  readonly last: number
}

/** Day, minutes, seconds, their fraction, and zone. */
const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * Reads an ISO 8601 time; null where the text is none. One without a zone is UTC, as all times of the service are (specification:
 * Entity, createdAt). One without milliseconds, seconds or time of day means any moment of that second, minute or day.
 */
export function readTime(text: string): Moment | null {
  const found = iso.exec(text.trim())
  if (found === null) return null
  const [, day = '', minutes, seconds, fraction, zone = 'Z'] = found
  // Every month has 28 days; what others it has, engines do not agree on.
  if (Number(day.slice(8)) > 28 && !isCalendarDate(day)) return null
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const milliseconds = (fraction ?? '').slice(0, 3).padEnd(3, '0')
  const first = Date.parse(`${day}T${minutes ?? '00:00'}:${seconds ?? '00'}.${milliseconds}${offset}`)
  const length = fraction ? 1 : seconds ? 1000 : minutes ? 60_000 : 86_400_000
  return Number.isNaN(first) ? null : { first, last: first + length - 1 }
}

/** {@link readTime} of a record; null also for what many a service writes for none: the last century, 2000, or year 9999. */
export function readRecordTime(text: string): Moment | null {
  const time = readTime(text)
  return time !== null && time.first > Date.UTC(2001) && time.last < Date.UTC(9999) ? time : null
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a time span such as 500ms, 2.5s or 7d; NaN for any other text. */
export function readDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? []
  return Number(amount) * (units[unit] ?? Number.NaN)
}

const months = `january february march april may june july august september october november december`.split(
  ' ',
)

/** 1 to 12 for an English month, whole or cut short to three letters or more; 0 for any other text. */
export function monthNumber(name: string): number {
  return name.length < 3 ? 0 : months.findIndex(month => month.startsWith(name.toLowerCase())) + 1
}
