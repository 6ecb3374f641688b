import { expect, it } from 'vitest'
import {
  mostTypingErrors,
  typingErrors,
  wordSimilarity,
} from '../../../../mock-server/screening/matching/typing-errors.ts'

it.each([
  ['vosskov', 'vosskov', 0],
  ['vosskov', 'voskov', 1],
  ['vosskov', 'vosskova', 1],
  ['vosskov', 'vosskow', 1],
  ['vosskov', 'vosksov', 1],
  ['vosskov', 'ovsskov', 1],
  ['vosskov', 'vossokv', 1],
  ['vosskov', 'vosskvo', 1],
  ['vosskov', 'vossvok', 2],
  ['abcdef', 'badcfe', 3],
  ['', 'abc', 3],
])('%j is not %j by %i typing errors', (one, other, errors) => {
  expect(typingErrors(one, other)).toBe(errors)
  expect(typingErrors(other, one)).toBe(errors)
})

it.each([
  [4, 0],
  [5, 1],
  [7, 1],
  [8, 2],
])('a word of %i letters may have %i', (length, most) => {
  expect(mostTypingErrors(length)).toBe(most)
})

it('a word is less like another for each typing error, and the second weighs more', () => {
  expect(wordSimilarity('vosskoven', 'vosskoven')).toBe(1)
  expect(wordSimilarity('vosskoven', 'vosskowen')).toBeCloseTo(1 - 1 / 9)
  expect(wordSimilarity('vosskoven', 'wosskowen')).toBeCloseTo(1 - 4 / 9)
  expect(wordSimilarity('vosskoven', 'wosskowem')).toBe(0)
  expect(wordSimilarity('vosskov', 'vosskoven')).toBe(0)
  expect(wordSimilarity('anna', 'anne')).toBe(0)
})
