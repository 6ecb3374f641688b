import { describe, expect, it } from 'vitest'
import {
  type BatchQueue,
  createBatchQueue,
  dequeue,
  isCrowded,
  nextBatch,
  releaseKeys,
} from '../../../../src/portfolio/import/state/batch-queue.ts'
import type { PlacedRow } from '../../../../src/portfolio/rows/read-row.ts'

/** Rows by their keys: "a" and "a" look alike. */
function createRows(keys: string, from = 1): PlacedRow[] {
  return [...keys].map((key, index) => ({
    line: from + index,
    key,
    row: { type: 'organization', name: key, countryCode: 'DE' },
  }))
}

function createQueue(rows: readonly PlacedRow[]): BatchQueue {
  const queue = createBatchQueue()
  queue.waiting.push(...rows)
  return queue
}

const describeRows = (batch: readonly PlacedRow[] | null) =>
  batch === null ? null : batch.map(({ key, line }) => key + line).join(' ')

/** Sends the next batch. */
function send(queue: BatchQueue, size: number, allowPartial: boolean): readonly PlacedRow[] | null {
  const batch = nextBatch(queue, size, allowPartial)
  if (batch !== null) dequeue(queue, batch)
  return batch
}

describe('a batch queue', () => {
  it('hands out full batches, and at the end the remaining rows', () => {
    const queue = createBatchQueue()
    const batches = createRows('abcde').map(row => {
      queue.waiting.push(row)
      return describeRows(send(queue, 2, false))
    })
    expect(batches).toEqual([null, 'a1 b2', null, 'c3 d4', null])
    expect(describeRows(send(queue, 2, true))).toBe('e5')
    expect(send(queue, 2, true)).toBeNull()
  })

  it('puts no two rows that look alike into a batch, nor one that looks like a row under way', () => {
    const queue = createQueue(createRows('aabab'))
    const first = send(queue, 3, true)
    expect(describeRows(first)).toBe('a1 b3')
    expect(send(queue, 3, true)).toBeNull()
    releaseKeys(queue, first ?? [])
    const second = send(queue, 3, true)
    expect(describeRows(second)).toBe('a2 b5')
    releaseKeys(queue, second ?? [])
    expect(describeRows(send(queue, 3, true))).toBe('a4')
    expect(queue.waiting).toEqual([])
  })

  it('sends rows that look alike in the order of the source', () => {
    const queue = createQueue(createRows('aabaabba'))
    const order: string[] = []
    for (let batch = send(queue, 1, true); batch; batch = send(queue, 1, true)) {
      order.push(describeRows(batch) ?? '')
      releaseKeys(queue, batch)
    }
    const linesWith = (key: string) =>
      order.filter(row => row.startsWith(key)).map(row => Number(row.slice(1)))
    expect(linesWith('a')).toEqual([1, 2, 4, 5, 8])
    expect(linesWith('b')).toEqual([3, 6, 7])
  })

  it('holds back rows that look like rows of an earlier run under way', () => {
    const [earlier, ...others] = createRows('aab')
    if (earlier === undefined) return expect.unreachable()
    const queue = createQueue(others)
    queue.keysUnderWay.add(earlier.key)
    expect(describeRows(send(queue, 2, true))).toBe('b3')
    releaseKeys(queue, [earlier])
    expect(describeRows(send(queue, 2, true))).toBe('a2')
  })

  it('changes nothing when it is asked for a batch', () => {
    const queue = createQueue(createRows('ab'))
    expect(describeRows(nextBatch(queue, 2, false))).toBe('a1 b2')
    expect(describeRows(nextBatch(queue, 2, false))).toBe('a1 b2')
  })

  it('is crowded when a thousand rows more than a batch wait', () => {
    const queue = createBatchQueue()
    const batches = createRows('aaab').map(row => {
      queue.waiting.push(row)
      return describeRows(send(queue, 2, false))
    })
    expect(batches).toEqual([null, null, null, 'a1 b4'])
    for (const row of createRows('a'.repeat(1000), 5)) {
      expect(isCrowded(queue, 2)).toBe(false)
      queue.waiting.push(row)
    }
    expect(isCrowded(queue, 2)).toBe(true)
    expect(send(queue, 2, true)).toBeNull()
  })
})
