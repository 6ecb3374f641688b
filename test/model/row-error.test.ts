import { expect, it } from 'vitest'
import { rowError } from '../../src/model/bulk.ts'
import { readAlone } from '../quirks/read-alone.ts'

it.each([
  ['Row 3: already exists', 3, 'already exists'],
  ['Row 0: already exists', 0, 'already exists'],
  ['row 12:no space', 12, 'no space'],
  ['Row 3: two\nlines', 3, 'two\nlines'],
  ['Row 3: Row 4: a name that looks like an error', 3, 'Row 4: a name that looks like an error'],
])('%j has a row and a reason', (message, row, reason) => {
  expect(readAlone(rowError, message)).toEqual({ value: { row, reason, message }, quirks: ['row_error'] })
})

it.each([
  ['something went wrong', 'something went wrong'],
  ['Row x: y', 'Row x: y'],
  [{ row: 3 }, '{"row":3}'],
])('%j keeps its words where it has no row', (given, message) => {
  expect(readAlone(rowError, given)).toEqual({
    value: { row: null, reason: message, message },
    quirks: ['unnumbered_row'],
  })
})
