import { expect, it } from 'vitest'
import { isoDate } from '../../src/quirks/scalar.ts'
import { readAlone } from './read-alone.ts'

it.each([
  ['Jan 5, 2025', '2025-01-05', ['display_date']],
  ['Dec 31, 1999', '1999-12-31', ['display_date']],
  ['February 29, 2024', '2024-02-29', ['display_date']],
  ['Sept. 1, 2025', '2025-09-01', ['display_date']],
  ['2025-01-05', '2025-01-05', []],
  ['-', null, ['placeholder']],
  ['', null, ['placeholder']],
  ['Feb 30, 2025', null, ['unreadable']],
  ['05/01/2025', null, ['unreadable']],
  ['Foo 1, 2025', null, ['unreadable']],
  [5, null, ['converted', 'unreadable']],
  [undefined, null, []],
])('%j is %j', (given, value, quirks) => {
  expect(readAlone(isoDate, given)).toEqual({ value, quirks })
})

it.each(
  'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',').map((name, at) => [name, at + 1] as const),
)('%s is month %i', (name, month) => {
  expect(readAlone(isoDate, `${name} 7, 2025`).value).toBe(`2025-${String(month).padStart(2, '0')}-07`)
})
