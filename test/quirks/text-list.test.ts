import { expect, it } from 'vitest'
import { textList } from '../../src/quirks/text-list.ts'

it.each([
  [['a'], ['a'], []],
  ['a text alone', ['a text alone'], []],
  ['["a"]', ['a'], ['json_encoded']],
  [['a', { b: 1 }], ['a'], ['unreadable']],
  ['', [], ['json_encoded']],
  [null, [], []],
])('%j is %j', (given, value, quirks) => {
  expect(textList(given)).toEqual({ value, quirks })
})
