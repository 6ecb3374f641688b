/** Whether a string is a date of the form YYYY-MM-DD that exists in the calendar. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  // Some engines roll 2021-02-30 over to March, others reject it. Comparing the day detects both.
  return new Date(`${value}T00:00:00Z`).getUTCDate() === Number(value.slice(8))
}

/**
 * Whether a day can be a birth date. Refuses years such as 0061 and 2061, which programs make of the
 * two-digit year 61.
 */
export function isBirthDate(day: string): boolean {
  return day >= '1800' && (day < '2000' || day <= new Date().toISOString())
}

/** Matches a time: the day, hours with minutes, seconds, fraction of a second, and zone. */
const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * Returns the latest time that an ISO 8601 string of a record may mean, in milliseconds since 1970; null for any other string. A
 * time without a zone is UTC, like all times of the service. A time without milliseconds, seconds or time of day may mean any time
 * in that second, minute or day. Also returns null for times before 2001 and in the year 9999, because many services write such
 * times as placeholders.
 */
export function readRecordTime(text: string): number | null {
  const match = iso.exec(text.trim())
  if (match === null) return null
  const [, day = '', minutes, seconds, fraction, zone = 'Z'] = match
  // Only days after the 28th may not exist, and engines differ in how they parse such days.
  if (Number(day.slice(8)) > 28 && !isCalendarDate(day)) return null
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const milliseconds = (fraction ?? '').slice(0, 3).padEnd(3, '0')
  const first = Date.parse(`${day}T${minutes ?? '00:00'}:${seconds ?? '00'}.${milliseconds}${offset}`)
  const length = fraction ? 1 : seconds ? 1000 : minutes ? 60_000 : 86_400_000
  const last = first + length - 1
  return first > Date.UTC(2001) && last < Date.UTC(9999) ? last : null
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts a duration such as 500ms, 2.5s or 7d to milliseconds; NaN for any other string. */
export function readDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? []
  return Number(amount) * (units[unit] ?? Number.NaN)
}

const months = `january february march april may june july august september october november december`.split(
  ' ',
)

/** Whether a string is an English month, in full or in three letters. */
export function isMonthName(name: string): boolean {
  const folded = name.toLowerCase()
  return months.some(month => month === folded || month.slice(0, 3) === folded)
}

/** Returns the number (1 to 12) of an English month name, or of its first three or more letters; 0 for any other string. */
export function monthNumber(name: string): number {
  return name.length < 3 ? 0 : months.findIndex(month => month.startsWith(name.toLowerCase())) + 1
}
