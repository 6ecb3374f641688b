import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createOutput, type Span, type TextStream } from '../../../cli/output/output.ts'
import { createProgress } from '../../../cli/output/progress.ts'
import { createTable, type TableColumn } from '../../../cli/output/table.ts'
import { escapeMisleading, textColumns, truncateColumns } from '../../../cli/output/text.ts'

interface Terminal {
  readonly stream: TextStream
  readonly said: () => string
}

function terminal(
  properties: { isTTY?: boolean; columns?: number } = {},
  failing?: NodeJS.ErrnoException,
): Terminal {
  let said = ''
  const stream = new Writable({
    write(chunk, _, done) {
      said += String(chunk)
      done(failing)
    },
  })
  return { stream: Object.assign(stream, properties), said: () => said }
}

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')

function linesOf<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], terminal: number | null) {
  return rows.map(createTable(columns, rows, terminal).line).map(textOf)
}

const failure = (code: string) => Object.assign(new Error(code), { code })

describe('a table', () => {
  const columns = [
    { heading: 'NAME', cell: (row: readonly [string, number]) => row[0], isFlexible: true },
    { heading: 'SCORE', cell: (row: readonly [string, number]) => row[1], isRight: true },
  ]

  it('is as wide as its cells, also with wide characters', () => {
    const rows = [
      ['Nordwind', 7],
      ['北风有限公司', 100],
      ['Ame\u0301lie', 5],
    ] as const
    const table = createTable(columns, rows, null)
    expect([table.heading, ...rows.map(table.line)].map(textOf)).toEqual([
      'NAME          SCORE',
      'Nordwind          7',
      '北风有限公司    100',
      'Ame\u0301lie            5',
    ])
  })

  it('is truncated to the width of a terminal, and nowhere else', () => {
    const rows = [['A company with a name that is far too long for it Ltd', 7]] as const
    expect(linesOf(columns, rows, 30)[0]).toBe('A company with a name …      7')
    expect(linesOf(columns, rows, null)[0]).toContain('too long for it Ltd')
  })

  it('leaves out optional columns before it truncates much', () => {
    const optional = columns.map(column => ({ ...column, isOptional: column.heading === 'SCORE' }))
    const rows = [['A company with a name that is far too long for it Ltd', 7]] as const
    expect(linesOf(optional, rows, 30)[0]).toBe('A company with a name that is…')
    expect(linesOf(optional, rows, 31)[0]).toBe('A company with a name t…      7')
  })

  it('escapes control characters before it measures', () => {
    const rows = [
      ['a\u001b[31m', 1],
      ['b', 2],
    ] as const
    const table = createTable(columns, rows, null)
    expect(rows.map(table.line).map(textOf)).toEqual(['a\\u001b[31m      1', 'b                2'])
  })
})

it('text is measured and truncated by terminal columns', () => {
  expect(['abc', '北风', 'e\u0301', ''].map(textColumns)).toEqual([3, 4, 1, 0])
  expect([truncateColumns('北风有限', 5), truncateColumns('short', 5), truncateColumns('longer', 5)]).toEqual(
    ['北风…', 'short', 'long…'],
  )
  expect(escapeMisleading('plain – ünïcode 北 👩‍👩‍👧')).toBe('plain – ünïcode 北 👩‍👩‍👧')
})

describe('the output', () => {
  it('removes the status line before it writes, and restores it', async () => {
    const screen = terminal({ isTTY: true, columns: 20 })
    const output = createOutput(screen.stream, screen.stream)
    output.status('[###---] half of it all')
    await output.line('a row')
    output.note('a note')
    output.status(null)
    const bar = '[###---] half of it'
    const clear = '\r\u001b[2K'
    expect(screen.said()).toBe(`${bar}${clear}a row\n${bar}${clear}a note\n${bar}${clear}`)
  })

  it('shows no status line if stderr is not a terminal', () => {
    const screen = terminal()
    createOutput(terminal().stream, screen.stream).status('half')
    expect(screen.said()).toBe('')
  })

  it('distinguishes a reader that has gone from a full disk', async () => {
    const gone = createOutput(terminal({}, failure('EPIPE')).stream, terminal().stream)
    const full = createOutput(terminal({}, failure('ENOSPC')).stream, terminal().stream)
    for (const output of [gone, full]) {
      await output.line('first')
      await new Promise(resolve => setImmediate(resolve))
      expect(output.unread.aborted).toBe(true)
      await output.line('second')
    }
    expect([gone.failure(), full.failure()]).toMatchObject([null, { code: 'ENOSPC' }])
  })

  it('waits for a slow reader', async () => {
    let take: (() => void) | undefined
    const slow = new Writable({
      highWaterMark: 1,
      write(_, __, done) {
        take = done
      },
    })
    let isWritten = false
    const writing = createOutput(slow, terminal().stream)
      .line('long')
      .then(() => {
        isWritten = true
      })
    await new Promise(resolve => setImmediate(resolve))
    expect(isWritten).toBe(false)
    take?.()
    await writing
  })
})

describe('progress', () => {
  const flags = { has: () => false, text: () => undefined, texts: () => [] }

  it('is a changing line on a terminal', async () => {
    const screen = terminal({ isTTY: true, columns: 80 })
    const output = createOutput(terminal().stream, screen.stream)
    const progress = createProgress({ output, hint: output.note, flags })
    progress.show(0.1, 'too soon')
    await new Promise(resolve => setTimeout(resolve, 150))
    progress.show(0.5, '50 rows')
    progress.end()
    expect(screen.said()).toBe('50 % 50 rows\r\u001b[2K')
  })

  it('is silent with --quiet, and for short operations', async () => {
    const screen = terminal({ isTTY: true })
    const output = createOutput(terminal().stream, screen.stream)
    const progress = createProgress({ output, hint: output.note, flags: { ...flags, has: () => true } })
    await new Promise(resolve => setTimeout(resolve, 150))
    progress.show(0.5, '50 rows')
    const log = terminal()
    const plain = createOutput(terminal().stream, log.stream)
    createProgress({ output: plain, hint: plain.note, flags }).show(0.5, '50 rows')
    expect([screen.said(), log.said()]).toEqual(['', ''])
  })
})
