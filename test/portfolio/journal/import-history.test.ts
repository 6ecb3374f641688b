import { describe, expect, it } from 'vitest'
import { createFirstEntry, createJournalWriter } from '../../../src/portfolio/journal/import-entry.ts'
import {
  findEarlierRow,
  type ImportHistory,
  lastLineOf,
  readImportHistory,
} from '../../../src/portfolio/journal/import-history.ts'
import { toRanges } from '../../../src/portfolio/journal/line-ranges.ts'

const service = 'https://screening.example'
const begun = JSON.stringify(createFirstEntry({ service }))
const sending = (batch: number, lines: number[], before = {}) => {
  const count = lines.reduce((sum, line, at) => sum + (at % 2 === 0 ? 1 - line : line), 0)
  const sums = Array.from({ length: count }, (_, at) => (0x100 * batch + at).toString(16).padStart(8, '0'))
  return JSON.stringify({ batch, lines, sums: sums.join(''), before })
}
const settled = (batch: number, created: number[], more: object = {}) =>
  JSON.stringify({ batch, created, open: [], problems: [], ...more })
const problem = { kind: 'refused', line: 4, column: null, reason: 'is odd', sameAs: null }
const read = (lines: string[]) => readImportHistory(lines, { service })
const sizesOf = (history: ImportHistory) => ({
  announced: history.announced,
  lastLine: lastLineOf(history),
  batches: history.batches.length,
})
const stateOf = async (lines: string[], line: number) => findEarlierRow(await read(lines), line)?.state

describe('a line in the history of a journal', () => {
  it('is unknown if it was never announced', async () => {
    expect(sizesOf(await read([]))).toEqual({ announced: 0, lastLine: 0, batches: 0 })
    const history = await read([begun, sending(1, [2, 3, 7, 7])])
    expect([0, 1, 4, 8, -1, 0.5, 1e9].map(line => findEarlierRow(history, line))).toEqual(
      Array(7).fill(undefined),
    )
    expect(sizesOf(history)).toEqual({ announced: 3, lastLine: 7, batches: 1 })
  })

  it('is in doubt after its announcement, with its checksum and the entities like it', async () => {
    const history = await read([begun, sending(1, [2, 3, 7, 7], { 7: 2 })])
    expect(findEarlierRow(history, 7)).toMatchObject({
      state: 'in_doubt',
      checksum: 0x102,
      batch: { batch: 1, before: { 7: 2 }, doubtful: 3 },
    })
  })

  it('has the outcome that was stored', async () => {
    const lines = [begun, sending(1, [2, 6]), settled(1, [2, 3], { open: [5, 5], problems: [problem] })]
    const history = await read(lines)
    expect([2, 3, 4, 5, 6].map(line => findEarlierRow(history, line)?.state)).toEqual([
      'created',
      'created',
      'refused',
      'planned',
      'in_doubt',
    ])
    expect(findEarlierRow(history, 4)?.problem).toEqual(problem)
    expect(findEarlierRow(history, 6)?.batch.doubtful).toBe(1)
  })

  it('has a batch that counts accepted rows until they are identified', async () => {
    const lines = [begun, sending(1, [2, 6]), JSON.stringify({ batch: 1, accepted: 3 }), settled(1, [2, 2])]
    const history = await read([...lines, settled(1, [], { problems: [problem] })])
    expect(findEarlierRow(history, 5)?.batch).toMatchObject({ doubtful: 3, accepted: 2 })
  })

  it('has the outcome of its batch after the end of the run, which is that of the last run only', async () => {
    const [first, last] = [
      { remaining: 3, hasUnreadRows: false },
      { remaining: 0, hasUnreadRows: true },
    ]
    const lines = [begun, sending(1, [2, 3]), settled(1, [2, 3]), JSON.stringify(first)]
    expect((await read(lines)).lastEnd).toEqual(first)
    expect((await read([...lines, JSON.stringify(last)])).lastEnd).toEqual(last)
    expect((await read([...lines, sending(2, [4, 4])])).lastEnd).toBeNull()
    expect(await stateOf(lines, 3)).toBe('created')
  })

  it('has the state of its last batch', async () => {
    const lines = [
      begun,
      sending(1, [2, 3]),
      settled(1, [2, 2], { open: [3, 3] }),
      sending(2, [3, 4], { 3: 1 }),
    ]
    const history = await read(lines)
    expect(findEarlierRow(history, 3)).toMatchObject({
      state: 'in_doubt',
      batch: { batch: 2 },
      checksum: 0x200,
    })
    expect(sizesOf(history)).toEqual({ announced: 3, lastLine: 4, batches: 2 })
    expect(await stateOf([...lines, settled(2, [3, 4])], 3)).toBe('created')
  })
})

describe('a journal is refused', () => {
  it.each<[string, string[], string]>([
    ['of something else', ['{"hello":1}'], 'is not the journal of an import (its line 1)'],
    ['of another version', [begun.replace('"version":1', '"version":2')], '(its line 1)'],
    ['without a beginning', [sending(1, [2, 3])], '(its line 1)'],
    ['with two beginnings', [begun, begun], '(its line 2)'],
    ['with garbage in the middle', [begun, sending(1, [2, 3]), '\0\0\0', settled(1, [2, 3])], '(its line 3)'],
    ['with half a line in the middle', [begun, '{"batch":1,"li', sending(2, [2, 3])], '(its line 2)'],
    ['with an empty line', [begun, ''], '(its line 2)'],
    ['with a line sent twice', [begun, sending(1, [2, 3]), sending(2, [3, 4])], '(its line 3)'],
    [
      'with a created line sent again',
      [begun, sending(1, [2, 2]), settled(1, [2, 2]), sending(2, [2, 2])],
      '(its line 4)',
    ],
    [
      'with a line settled that was not sent',
      [begun, sending(1, [2, 2]), settled(1, [3, 3])],
      '(its line 3)',
    ],
    [
      'with a line settled twice',
      [begun, sending(1, [2, 2]), settled(1, [2, 2], { open: [2, 2] })],
      '(its line 3)',
    ],
    ['with fewer sums than lines', [begun, sending(1, [2, 3]).replace('00000100', '')], '(its line 2)'],
    [
      'with more sums than lines',
      [begun, sending(1, [2, 3]).replace('00000100', '0000010000000100')],
      '(its line 2)',
    ],
    [
      'with a batch missing, also one of which a later line speaks',
      [begun, sending(1, [2, 2]), sending(3, [4, 4])],
      'has batch 3 where batch 2 was: lines are missing',
    ],
    ['without its first batch', [begun, sending(2, [2, 2])], 'has batch 2 where batch 1 was'],
    ['with lines before the first', [begun, sending(1, [-2, -1])], '(its line 2)'],
    [
      'of more lines than there are',
      [begun, JSON.stringify({ batch: 1, lines: [1, 1e12], sums: '', before: {} })],
      '(its line 2)',
    ],
    [
      'with an answer to a batch that was not sent',
      [begun, JSON.stringify({ batch: 1, accepted: 3 })],
      '(its line 2)',
    ],
    ['with an endless range', [begun, sending(1, [2, 2]), settled(1, [2, 9e15])], '(its line 3)'],
    [
      'of another service',
      [JSON.stringify(createFirstEntry({ service: 'https://other.example' }))],
      'belongs to an import into https://other.example, not to an import into https://screening.example',
    ],
  ])('%s', async (_, lines, sentence) => {
    await expect(read(lines)).rejects.toThrow(sentence)
  })

  it('if it contains anything but text', async () => {
    // @ts-expect-error: from JavaScript anything may come.
    for (const line of [null, undefined, 7, {}]) await expect(read([line])).rejects.toThrow('(its line 1)')
  })
})

it('toRanges joins consecutive lines', async () => {
  expect(toRanges([])).toEqual([])
  expect(toRanges([7, 2, 3, 9, 4])).toEqual([2, 4, 7, 7, 9, 9])
})

describe('a journal writer', () => {
  it('writes an entry once the previous one is stored', async () => {
    const kept: string[] = []
    let underWay = 0
    const { write } = createJournalWriter({
      async append(line) {
        underWay += 1
        expect(underWay).toBe(1)
        await new Promise(resolve => setTimeout(resolve, 3 - kept.length))
        kept.push(line)
        underWay -= 1
      },
    })
    await Promise.all([1, 2, 3].map(batch => write({ batch, created: [], open: [], problems: [] })))
    expect(kept.map(line => JSON.parse(line).batch)).toEqual([1, 2, 3])
  })

  it('writes nothing after an entry failed: entries after half a line would be lost', async () => {
    const tried: number[] = []
    const { write } = createJournalWriter({
      append(line) {
        tried.push(JSON.parse(line).batch)
        throw new Error('no space left')
      },
    })
    const entries = [1, 2].map(batch => write({ batch, created: [], open: [], problems: [] }))
    const outcomes = await Promise.allSettled(entries)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(write({ batch: 3, created: [], open: [], problems: [] })).rejects.toThrow('no space left')
    expect(tried).toEqual([1])
  })
})
