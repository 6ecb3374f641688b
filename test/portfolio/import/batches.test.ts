import { describe, expect, it } from 'vitest'
import { createBatches } from '../../../src/portfolio/import/batches.ts'
import type { PlacedRow } from '../../../src/portfolio/rows/read-row.ts'

/** Rows by their keys: "a" and "a" look alike. */
function rows(keys: string, from = 1): PlacedRow[] {
  return [...keys].map((key, index) => ({
    line: from + index,
    key,
    row: { type: 'organization', name: key, countryCode: 'DE' },
  }))
}

const shown = (batch: readonly PlacedRow[] | undefined) => batch?.map(({ key, line }) => key + line).join(' ')

describe('batches', () => {
  it('are as large as they may be, and the last one what is left', () => {
    const batches = createBatches(2)
    const taken: (string | undefined)[] = []
    for (const row of rows('abcde')) {
      batches.add(row)
      taken.push(shown(batches.take(false)))
    }
    expect(taken).toEqual([undefined, 'a1 b2', undefined, 'c3 d4', undefined])
    expect(shown(batches.take(true))).toBe('e5')
    expect(batches.take(true)).toBeUndefined()
  })

  it('hold no two rows that look alike, nor one that looks like a row under way', () => {
    const batches = createBatches(3)
    for (const row of rows('aabab')) batches.add(row)
    const first = batches.take(true)
    expect(shown(first)).toBe('a1 b3')
    expect(batches.take(true)).toBeUndefined()
    batches.release(first ?? [])
    const second = batches.take(true)
    expect(shown(second)).toBe('a2 b5')
    batches.release(second ?? [])
    expect(shown(batches.take(true))).toBe('a4')
    expect(batches.drain()).toEqual([])
  })

  it('let rows that look alike go in the order of the source', () => {
    const batches = createBatches(1)
    const order: string[] = []
    for (const row of rows('aabaabba')) batches.add(row)
    for (let batch = batches.take(true); batch; batch = batches.take(true)) {
      order.push(shown(batch) ?? '')
      batches.release(batch)
    }
    const linesOf = (key: string) => order.filter(row => row.startsWith(key)).map(row => Number(row.slice(1)))
    expect(linesOf('a')).toEqual([1, 2, 4, 5, 8])
    expect(linesOf('b')).toEqual([3, 6, 7])
  })

  it('wait for rows that are under way from elsewhere', () => {
    const batches = createBatches(2)
    const [earlier, ...others] = rows('aab')
    if (earlier === undefined) return expect.unreachable()
    batches.reserve(earlier)
    for (const row of others) batches.add(row)
    expect(shown(batches.take(true))).toBe('b3')
    batches.release([earlier])
    expect(shown(batches.take(true))).toBe('a2')
  })

  it('hand out all that has not gone', () => {
    const batches = createBatches(2)
    for (const row of rows('aabb')) batches.add(row)
    expect(shown(batches.drain())).toBe('a1 a2 b3 b4')
    expect(batches.take(true)).toBeUndefined()
  })

  it('may be full as soon as enough rows have come for it, and are crowded where too many wait', () => {
    const batches = createBatches(2)
    const told: unknown[] = []
    for (const row of rows('aaab')) {
      batches.add(row)
      const isFull = batches.isFull()
      told.push([isFull, isFull && shown(batches.take(false))])
    }
    expect(told).toEqual([
      [false, false],
      [true, undefined],
      [true, undefined],
      [true, 'a1 b4'],
    ])
    for (const row of rows('a'.repeat(1000), 5)) {
      expect(batches.isCrowded()).toBe(false)
      batches.add(row)
    }
    expect(batches.isCrowded()).toBe(true)
    expect(batches.take(true)).toBeUndefined()
    expect(batches.isFull()).toBe(true)
  })
})
