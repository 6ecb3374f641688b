import { isCalendarDate, monthNumber } from '../../../src/shared/time.ts'

/**
 * Returns the dates that a string may mean, as YYYY-MM-DD. 03/04/1961 gives two dates, in March and in April. A year gives YYYY,
 * a month gives YYYY-MM, and any other string gives none.
 */
export function parseBirthDate(text: string): string[] {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s.,/-]+/)
    .filter(part => part !== '')
  const [first = '', second = '', third = ''] = parts
  if (parts.length === 1) return parseCompactDate(first)
  if (parts.length === 2) return /^\d{4}$/.test(first) ? parseMonth(first, second) : parseMonth(second, first)
  if (parts.length !== 3) return []
  const orders = /^\d{4}$/.test(first)
    ? [[first, second, third]]
    : [
        [third, second, first],
        [third, first, second],
      ]
  const dates = orders.map(([year = '', month = '', day = '']) => toIsoDate(year, month, day))
  return [...new Set(dates.filter(isCalendarDate))]
}

/**
 * Whether the birth date on file is one of the possible dates. If only the year or the month is known, each of its days matches.
 */
export function matchesBirthDate(onFile: string, possibleDates: readonly string[]): boolean {
  return possibleDates.some(date => onFile.startsWith(date) || date.startsWith(onFile))
}

function parseCompactDate(digits: string): string[] {
  if (/^\d{4}$/.test(digits)) return [digits]
  const date = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isCalendarDate(date) ? [date] : []
}

function parseMonth(year: string, month: string): string[] {
  const firstDay = toIsoDate(year, month, '1')
  return isCalendarDate(firstDay) ? [firstDay.slice(0, 7)] : []
}

function toIsoDate(year: string, month: string, day: string): string {
  const number = monthNumber(month) || month
  const dayNumber = day.replace(/(?<=\d)(st|nd|rd|th)$/, '')
  return `${year}-${String(number).padStart(2, '0')}-${dayNumber.padStart(2, '0')}`
}
