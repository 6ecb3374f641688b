import { expect, it } from 'vitest'
import { tags } from '../../src/quirks/lists.ts'
import { readAlone } from './read-alone.ts'

it.each([
  [[], [], []],
  [['a', 'b'], ['a', 'b'], []],
  [['a, b', 'c'], ['a', 'b', 'c'], ['joined_tags']],
  [['a,,b,'], ['a', 'b'], ['joined_tags']],
  ['a,b', ['a', 'b'], ['converted', 'joined_tags']],
  ['["a","b"]', ['a', 'b'], ['json_encoded']],
  [undefined, [], []],
])('%j is %j', (given, value, quirks) => {
  expect(readAlone(tags, given)).toEqual({ value, quirks })
})
