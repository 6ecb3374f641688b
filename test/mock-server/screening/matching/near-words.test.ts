import { expect, it } from 'vitest'
import { createNearWordFinder } from '../../../../mock-server/screening/matching/near-words.ts'
import { countTypingErrors } from '../../../../mock-server/screening/matching/typing-errors.ts'

it.each([
  ['vosskov', 'vosskov', 0],
  ['vosskov', 'voskov', 1],
  ['vosskov', 'vosskova', 1],
  ['vosskov', 'ovsskov', 1],
  ['vosskoven', 'wosskowen', 2],
  ['vosskoven', 'wosskowem', undefined],
  ['vosskov', 'vosskoven', undefined],
  ['abcdef', 'badcfe', undefined],
  ['anna', 'anne', undefined],
  ['', 'abc', undefined],
])('%j is %j but for %j typing errors', (one, other, errors) => {
  expect(countTypingErrors(one, other)).toBe(errors)
  expect(countTypingErrors(other, one)).toBe(errors)
})

it('the words that a misspelt one may stand for are found by either end', () => {
  const near = createNearWordFinder(['vosskov', 'voskresenko', 'solheim'])
  expect([...near('wosskov')]).toEqual([['vosskov', 1]])
  expect([...near('vosskow')]).toEqual([['vosskov', 1]])
  expect([...near('voskresenka')]).toEqual([['voskresenko', 1]])
  expect([...near('quillon')]).toEqual([])
})
