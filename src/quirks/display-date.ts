import { isCalendarDate } from '../contract/text.ts'
import { type Reading, reading } from '../reading/reading.ts'
import { remembered } from '../reading/remembered.ts'
import { placeholder } from './placeholder.ts'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** "Jan 5, 2025" is 2025-01-05 (specification: Entity, lastUpdate and dueDate). */
export const displayDate = remembered((value): Reading<string | null> => {
  const shown = placeholder(value)
  if (shown.value === null || isCalendarDate(shown.value)) return shown
  const date = parse(shown.value)
  return date === undefined ? reading(null, 'unreadable') : reading(date, 'display_date')
})

function parse(shown: string): string | undefined {
  const [, name = '', day = '', year = ''] = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(shown) ?? []
  const month = months.findIndex(month => month.startsWith(name.toLowerCase())) + 1
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}
