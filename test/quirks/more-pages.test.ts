import { expect, it } from 'vitest'
import { findMorePages } from '../../src/quirks/more-pages.ts'

it.each([
  { total: 3 },
  { total_count: '3' },
  { totalPages: 2 },
  { remaining: 1 },
  { isLast: false },
  { last_page: 'false' },
  { hasMore: true },
  { truncated: 'true' },
  { nextCursor: 'abc' },
  { next: 0 },
])('%j beside two entities says that there are more', beside => {
  expect(findMorePages(beside, 2)).toEqual([Object.keys(beside)])
})

it.each([
  { total: 2 },
  { totalPages: 1 },
  { remaining: 0 },
  { isLast: true },
  { last_page: 'true' },
  { hasMore: false },
  { truncated: 'false' },
  { next: null },
  { next: undefined },
  { next: '' },
  { next: false },
  { generated: 'today' },
  null,
])('%j beside two entities says nothing of more', beside => expect(findMorePages(beside, 2)).toEqual([]))

it('looks four levels deep, and says where', () => {
  const more = { hasMore: true }
  expect(findMorePages({ a: { b: { c: more } } }, 2)).toEqual([['a', 'b', 'c', 'hasMore']])
  expect(findMorePages({ a: { b: { c: { d: more } } } }, 2)).toEqual([])
})
