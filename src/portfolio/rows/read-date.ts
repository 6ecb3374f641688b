import { isBirthDate, isCalendarDate, isMonthName, monthNumber } from '../../shared/time.ts'
import type { ImportOptions } from '../import-options.ts'
import type { OptionTerms } from '../option-terms.ts'

/** A value of a row in the form that the service accepts, or the reason why the value cannot be read. */
export type Reading = { readonly value: unknown } | { readonly problem: string }

const midnight = /[T ]+0?0:00(?::00(?:\.0+)?)?$/
const timeOfDay = /\d[T ]+\d{1,2}:\d{2}/
const shortYear = /^\d{1,2}([-/.])\d{1,2}\1\d{2}$/
/** Dates whose form shows which part is the day: 1961-04-09, 19610409 and 09.04.1961. */
const certainForms = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<year>\d{4})(?<month>0\d|1[0-2])(?<day>\d{2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
]
/** Dates such as 9 April 1961, 09-Apr-1961 and April 9, 1961. */
const formsWithName = [
  /^(?<day>\d{1,2})[-/. ]+(?<month>[a-z]+)[-/., ]+(?<year>\d{4})$/i,
  /^(?<month>[a-z]+)\.? +(?<day>\d{1,2}),? +(?<year>\d{4})$/i,
]
/** Dates such as 09/04/1961 and 9-4-1961. */
const uncertainForm = /^(?<first>\d{1,2})([-/])(?<second>\d{1,2})\2(?<year>\d{4})$/

/** The days that spreadsheets and databases write for an unknown date, as the first days of their calendars. */
const noDates: ReadonlySet<unknown> = new Set([
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '1901-01-01',
  '1904-01-01',
])

/**
 * Reads a birth date as YYYY-MM-DD. Any other text remains as it is, so that the schema refuses it.
 *
 * @param order - The order of day and month in dates such as 09/04/1961.
 */
export function readDate(
  value: unknown,
  order: ImportOptions['dateOrder'],
  terms: Pick<OptionTerms, 'dateOrder'>,
): Reading {
  const reading = readDay(value, order, terms)
  return 'value' in reading && noDates.has(reading.value)
    ? { problem: 'must be a birth date: spreadsheets and databases write this day for an unknown date' }
    : reading
}

/** Whether a cell is a day that may be a birth date, also if the order of day and month is unknown. */
export function mayBeBirthDate(value: string): boolean {
  const reading = readDate(value, undefined, { dateOrder: '' })
  if ('problem' in reading) return !timeOfDay.test(value.replace(midnight, ''))
  return typeof reading.value === 'string' && isCalendarDate(reading.value) && isBirthDate(reading.value)
}

/** Matches a date of zeros only, by which databases write that there is no date: 0000-00-00, 00000000. */
const zeros = /^0+(?:[-/.]0+){0,2}$/

/** Whether a text is a date of zeros, which means that there is none. */
export function isZeroDate(text: string): boolean {
  return zeros.test(text.replace(midnight, ''))
}

/** Reads a day as YYYY-MM-DD. */
function readDay(
  value: unknown,
  order: ImportOptions['dateOrder'],
  { dateOrder }: Pick<OptionTerms, 'dateOrder'>,
): Reading {
  if (typeof value !== 'string') return { value }
  const text = value.replace(midnight, '')
  if (isZeroDate(text)) return { value: undefined }
  if (timeOfDay.test(text))
    return { problem: 'must be a date without a time, because a time zone may have moved it to another day' }
  if (shortYear.test(text)) return { problem: 'must be a date with a year of four digits' }
  const { year, first, second } = uncertainForm.exec(text)?.groups ?? {}
  if (year && first && second) return orderDate(year, first, second, order, dateOrder)
  const named = matchFirst(formsWithName, text)
  if (isMonthName(named.month ?? ''))
    return toDate({ ...named, month: String(monthNumber(named.month ?? '')) })
  const certain = matchFirst(certainForms, text)
  return certain.year === undefined ? { value: text } : toDate(certain)
}

export type DateOrder = NonNullable<ImportOptions['dateOrder']>

/** Returns the order of day and month in a date such as 13/04/1961; `either` for 09/04/1961, and null for other values. */
export function findOrder(value: unknown): DateOrder | 'either' | null {
  const { first, second } =
    uncertainForm.exec(typeof value === 'string' ? value.replace(midnight, '') : '')?.groups ?? {}
  if (!first || !second) return null
  return certainOrderOf(first, second) ?? (Number(first) === Number(second) ? null : 'either')
}

function certainOrderOf(first: string, second: string): DateOrder | undefined {
  if (Number(first) > 12) return 'dmy'
  return Number(second) > 12 ? 'mdy' : undefined
}

/** Determines the day of a date such as 09/04/1961: a part above 12 is the day; otherwise, `order` decides. */
function orderDate(
  year: string,
  first: string,
  second: string,
  order: ImportOptions['dateOrder'],
  orderTerm: string,
): Reading {
  const dayComesFirst = toDate({ year, month: second, day: first })
  const dayComesSecond = toDate({ year, month: first, day: second })
  const certainOrder = certainOrderOf(first, second) ?? order
  if (order !== undefined && certainOrder !== order)
    return { problem: `must be a date in the order ${order}, because ${orderTerm} is ${order}` }
  if (certainOrder === undefined && Number(first) !== Number(second))
    return {
      problem: `must be a date in a certain order: set ${orderTerm} to dmy or mdy, or write 1973-05-21`,
    }
  return certainOrder === 'mdy' ? dayComesSecond : dayComesFirst
}

type DateParts = Readonly<Partial<Record<string, string>>>

function matchFirst(forms: readonly RegExp[], text: string): DateParts {
  return forms.map(form => form.exec(text)?.groups).find(parts => parts !== undefined) ?? {}
}

function toDate({ year = '', month = '', day = '' }: DateParts): Reading {
  return { value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }
}
