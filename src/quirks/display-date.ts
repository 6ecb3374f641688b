import { type Reading, reading } from '../reading/reading.ts'
import type { Reader } from '../reading/table.ts'
import { isCalendarDate, monthNumber } from '../shared/time.ts'
import { remembered } from './remembered.ts'
import { readShown } from './scalar.ts'

/** "Jan 5, 2025" is 2025-01-05 (specification: Entity, lastUpdate and dueDate). */
const readDate = remembered((value): Reading<string | null> => {
  const given = readShown(value)
  if (given.value === null || isCalendarDate(given.value)) return given
  const date = parse(given.value)
  return date === undefined ? reading(null, 'unreadable') : reading(date, 'display_date')
})

const none = readShown('-')

export const displayDate: Reader<string | null> = value => (value === '-' ? none : readDate(value))

function parse(shown: string): string | undefined {
  const [, name = '', day = '', year = ''] = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(shown) ?? []
  const date = `${year}-${String(monthNumber(name)).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}
