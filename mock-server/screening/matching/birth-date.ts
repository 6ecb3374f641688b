import { isCalendarDate, monthNumber } from '../../../src/shared/time.ts'

/**
 * The days that a birth date may mean, as YYYY-MM-DD: 03/04/1961 may be in March or in April. A year alone is YYYY, a
 * month YYYY-MM. Empty where it means none (specification: POST /api/search/persons, birth_date).
 */
export function readBirthDate(given: string): string[] {
  const parts = given
    .trim()
    .toLowerCase()
    .split(/[\s.,/-]+/)
    .filter(part => part !== '')
  const [first = '', second = '', third = ''] = parts
  if (parts.length === 1) return readCompact(first)
  if (parts.length === 2) return /^\d{4}$/.test(first) ? readMonth(first, second) : readMonth(second, first)
  if (parts.length !== 3) return []
  const candidates = /^\d{4}$/.test(first)
    ? [[first, second, third]]
    : [
        [third, second, first],
        [third, first, second],
      ]
  const dates = candidates.map(([year = '', month = '', day = '']) => join(year, month, day))
  return [...new Set(dates.filter(isCalendarDate))]
}

/** Whether a birth date on file is among those meant; a year or a month alone fits every day of it. */
export function birthDateFits(onFile: string, meant: readonly string[]): boolean {
  return meant.some(date => onFile.startsWith(date) || date.startsWith(onFile))
}

function readCompact(digits: string): string[] {
  if (/^\d{4}$/.test(digits)) return [digits]
  const date = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isCalendarDate(date) ? [date] : []
}

function readMonth(year: string, month: string): string[] {
  const first = join(year, month, '1')
  return isCalendarDate(first) ? [first.slice(0, 7)] : []
}

function join(year: string, month: string, day: string): string {
  const number = monthNumber(month) || month
  const dayNumber = day.replace(/(?<=\d)(st|nd|rd|th)$/, '')
  return `${year}-${String(number).padStart(2, '0')}-${dayNumber.padStart(2, '0')}`
}
