import { link as linkFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournalFile } from '../../../src/portfolio/journal/file.ts'
import { createKeeper, firstEntry, readHistory, toRanges } from '../../../src/portfolio/journal/journal.ts'

const service = 'https://screening.example'
const begun = JSON.stringify(firstEntry(service))
const sending = (batch: number, lines: number[], before = {}) => {
  const count = lines.reduce((sum, line, at) => sum + (at % 2 === 0 ? 1 - line : line), 0)
  const sums = Array.from({ length: count }, (_, at) => (0x100 * batch + at).toString(16).padStart(8, '0'))
  return JSON.stringify({ batch, lines, sums: sums.join(''), before })
}
const settled = (batch: number, created: number[], more: object = {}) =>
  JSON.stringify({ batch, created, open: [], problems: [], ...more })
const problem = { kind: 'refused', line: 4, column: null, reason: 'is odd', sameAs: null }
const stateOf = (lines: string[], line: number) => readHistory(lines, service).find(line)?.state

describe('what a journal says of a line', () => {
  it('is nothing where it was never announced', () => {
    expect(readHistory([], service)).toMatchObject({ size: 0, lastLine: 0, lastBatch: 0 })
    const history = readHistory([begun, sending(1, [2, 3, 7, 7])], service)
    expect([0, 1, 4, 8, -1, 0.5, 1e9].map(history.find)).toEqual(Array(7).fill(undefined))
    expect(history).toMatchObject({ size: 3, lastLine: 7, lastBatch: 1 })
  })

  it('is that it is in doubt where it was announced, with what was known then', () => {
    const history = readHistory([begun, sending(1, [2, 3, 7, 7], { 7: 2 })], service)
    expect(history.find(7)).toMatchObject({
      state: 'doubtful',
      sum: 0x102,
      batch: { batch: 1, before: { 7: 2 }, doubtful: 3 },
    })
  })

  it('is what became of it', () => {
    const lines = [begun, sending(1, [2, 6]), settled(1, [2, 3], { open: [5, 5], problems: [problem] })]
    const history = readHistory(lines, service)
    expect([2, 3, 4, 5, 6].map(line => history.find(line)?.state)).toEqual([
      'created',
      'created',
      problem,
      'open',
      'doubtful',
    ])
    expect(history.find(6)?.batch.doubtful).toBe(1)
  })

  it('is that of the last batch in which it went', () => {
    const lines = [
      begun,
      sending(1, [2, 3]),
      settled(1, [2, 2], { open: [3, 3] }),
      sending(5, [3, 4], { 3: 1 }),
    ]
    const history = readHistory(lines, service)
    expect(history.find(3)).toMatchObject({ state: 'doubtful', batch: { batch: 5 }, sum: 0x500 })
    expect(history).toMatchObject({ size: 3, lastLine: 4, lastBatch: 5 })
    expect(stateOf([...lines, settled(5, [3, 4])], 3)).toBe('created')
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
    ['with lines before the first', [begun, sending(1, [-2, -1])], '(its line 2)'],
    [
      'of more lines than there are',
      [begun, JSON.stringify({ batch: 1, lines: [1, 1e12], sums: '', before: {} })],
      'speaks of line 1000000000000',
    ],
    ['with an endless range', [begun, sending(1, [2, 2]), settled(1, [2, 9e15])], '(its line 3)'],
    [
      'of another service',
      [JSON.stringify(firstEntry('https://other.example'))],
      'belongs to an import into https://other.example, not into https://screening.example',
    ],
  ])('%s', (_, lines, sentence) => {
    expect(() => readHistory(lines, service)).toThrow(sentence)
  })

  it('that holds anything but text', () => {
    for (const line of [null, undefined, 7, {}, Buffer.from(begun)])
      expect(() => readHistory([line], service)).toThrow('(its line 1)')
  })
})

it('lines are kept as ranges', () => {
  expect(toRanges([])).toEqual([])
  expect(toRanges([7, 2, 3, 9, 4])).toEqual([2, 4, 7, 7, 9, 9])
})

describe('entries are kept', () => {
  it('one after the other, each when the one before is', async () => {
    const kept: string[] = []
    let underWay = 0
    const keep = createKeeper({
      read: async () => [],
      async append(line) {
        underWay += 1
        expect(underWay).toBe(1)
        await new Promise(resolve => setTimeout(resolve, 3 - kept.length))
        kept.push(line)
        underWay -= 1
      },
    })
    await Promise.all([1, 2, 3].map(batch => keep({ batch, created: [], open: [], problems: [] })))
    expect(kept.map(line => JSON.parse(line).batch)).toEqual([1, 2, 3])
  })

  it('no more once one could not be: what came after half a line would be lost', async () => {
    const tried: number[] = []
    const keep = createKeeper({
      read: async () => [],
      append(line) {
        tried.push(JSON.parse(line).batch)
        throw new Error('no space left')
      },
    })
    const entries = [1, 2].map(batch => keep({ batch, created: [], open: [], problems: [] }))
    const outcomes = await Promise.allSettled(entries)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(keep({ batch: 3, created: [], open: [], problems: [] })).rejects.toThrow('no space left')
    expect(tried).toEqual([1])
  })
})

describe('a journal in a file', () => {
  let folder = ''
  let file = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-journal-'))
    file = join(folder, 'import.journal')
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function read(): Promise<string[]> {
    const journal = await openJournalFile(file)
    const lines = [...(await journal.read())]
    await journal.close?.()
    return lines
  }

  it('has the lines that were appended', async () => {
    const journal = await openJournalFile(file)
    expect([...(await journal.read())]).toEqual([])
    await journal.append('{"a":1}')
    await journal.append('"Öl 𝒳"')
    expect(await readFile(file, 'utf8')).toBe('{"a":1}\n"Öl 𝒳"\n')
    await journal.close?.()
    expect(await read()).toEqual(['{"a":1}', '"Öl 𝒳"'])
    expect(await readdir(folder)).toEqual(['import.journal'])
  })

  it('loses a last line that was torn, wherever that was, and goes on behind it', async () => {
    const whole = Buffer.from('{"a":1}\n"Öl"\n')
    for (let size = 0; size < whole.length; size += 1) {
      await writeFile(file, whole.subarray(0, size))
      const journal = await openJournalFile(file)
      const lines = [...(await journal.read())]
      expect(lines).toEqual(size < 8 ? [] : ['{"a":1}'])
      await journal.append('"next"')
      await journal.close?.()
      expect(await read()).toEqual([...lines, '"next"'])
    }
  })

  it('loses zeros that a crash of the machine has left at its end', async () => {
    await writeFile(file, `{"a":1}\n${'\0'.repeat(100)}`)
    expect(await read()).toEqual(['{"a":1}'])
  })

  it('is opened by one at a time, also under another name of its folder', async () => {
    const journal = await openJournalFile(file)
    await expect(openJournalFile(file)).rejects.toThrow(
      `import.journal is in use by process ${process.pid} of ${hostname()}`,
    )
    await symlink(folder, join(folder, 'link'))
    await expect(openJournalFile(join(folder, 'link', 'import.journal'))).rejects.toThrow('is in use')
    await symlink('import.journal', join(folder, 'other.journal'))
    await expect(openJournalFile(join(folder, 'other.journal'))).rejects.toThrow('import.journal is in use')
    await journal.close?.()
    expect(await read()).toEqual([])
  })

  it('is not opened where it has a second name, by which another import may have it open', async () => {
    await writeFile(file, '"one"\n')
    await linkFile(file, join(folder, 'other.journal'))
    await expect(openJournalFile(file)).rejects.toThrow('import.journal has a second name (a hard link)')
    await rm(join(folder, 'other.journal'))
    expect(await read()).toEqual(['"one"'])
  })

  it('is free where the lock is that of a process killed before it said who it is, or of nobody', async () => {
    for (const owner of ['', 'what']) {
      await writeFile(`${file}.lock`, owner)
      expect(await read()).toEqual([])
      expect(await readdir(folder)).toEqual(['import.journal'])
    }
  })

  it('takes nothing more once somebody else has taken it', async () => {
    const journal = await openJournalFile(file)
    await journal.append('"mine"')
    const other = '7 another-machine space 1 token 0\n'
    await writeFile(`${file}.lock`, other)
    await expect(journal.append('"mine too"')).rejects.toThrow('taken over by process 7 of another-machine')
    await journal.close?.()
    expect(await readFile(file, 'utf8')).toBe('"mine"\n')
    expect(await readFile(`${file}.lock`, 'utf8')).toBe(other)
  })

  it('leaves no lock where it cannot be opened', async () => {
    await mkdir(file)
    await expect(openJournalFile(file)).rejects.toThrow('EISDIR')
    await expect(openJournalFile(join(folder, 'nowhere', 'journal'))).rejects.toThrow('ENOENT')
    expect(await readdir(folder)).toEqual(['import.journal'])
  })
})
