import { Readable, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandEntries } from '../../../cli/catalogue.ts'
import { entityColumns } from '../../../cli/entities/columns.ts'
import { main } from '../../../cli/main.ts'
import { createOutput } from '../../../cli/output/output.ts'
import { createTable, type TableColumn } from '../../../cli/output/table.ts'
import { textColumns } from '../../../cli/output/text.ts'
import { apiKey } from '../../answering.ts'
import { repetitions } from '../../repetitions.ts'
import { clientOf, startService } from '../services.ts'

interface Screen {
  readonly columns?: number
  readonly environment?: Record<string, string>
}

/** What a command writes to stdout: a terminal of so many columns, or none. */
async function show(url: string, line: readonly string[], { columns, environment = {} }: Screen = {}) {
  let said = ''
  const stream = new Writable({
    write(chunk, _, done) {
      said += String(chunk)
      done()
    },
  })
  const stdout = Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns })
  const whole = { ENTITY_SCREENING_BASE_URL: url, ENTITY_SCREENING_API_KEY: apiKey, ...environment }
  const status = await main(
    line,
    {
      environment: whole,
      stdin: Readable.from([]),
      output: createOutput(stdout, new Writable({ write: (_, __, done) => done() }), whole),
      signal: new AbortController().signal,
    },
    commandEntries,
  )
  expect(status).toBe(0)
  return said.trimEnd().split('\n')
}

/** A team with a sanctioned, an adverse and a clean entity. */
async function team() {
  const { server, url } = await startService()
  const { entities } = clientOf(server)
  const names = ['[sanctioned] Acme GmbH', '[adverse-media] Beta Ltd', '[clean] Gamma AB']
  for (const name of names) await entities.create({ type: 'organization', name })
  const { id } = await entities.create({
    type: 'organization',
    name: 'Halfmoon Minerals Oy',
    countryCode: 'FI',
  })
  server.clock.settle()
  return { url, id }
}

const plain = { environment: { NO_COLOR: '1' } }

describe('a table on a terminal', () => {
  it('fits, and has complete names if another column can be truncated', async () => {
    const { url } = await team()
    for (const columns of [200, 107, 100, 80, 60]) {
      const lines = await show(url, ['search', 'organizations', 'Minerals'], { columns, ...plain })
      expect(lines.filter(line => line.length > columns)).toEqual([])
      expect(lines.join('\n')).toContain('Halfmoon Minerals Oy')
    }
  })

  it('has headings for its columns', async () => {
    const { url, id } = await team()
    const lines = await show(url, ['network', id])
    const headings = lines.filter(line => /^[A-Z ]+$/.test(line)).map(line => line.trim().split(/ {2,}/))
    expect(headings).toEqual([['KIND', 'PARTY', 'ENTRY', 'BORN', 'COUNTRY', 'SOURCES']])
  })

  it('keeps required columns even on a very narrow terminal', async () => {
    const { url } = await team()
    const lines = await show(url, ['list'], { columns: 40, ...plain })
    expect(lines[0]).toMatch(/^ID +NAME +COUNTRY +RISK +SCORE$/)
  })

  it('is never wider than the terminal if its columns can be truncated', () => {
    type Row = readonly string[]
    const cell = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constant('北风有限公司'))
    const kind = fc.constantFrom({ isOptional: true }, { isFlexible: true }, { isName: true })
    const tables = fc.array(kind, { minLength: 1, maxLength: 7 }).chain(kinds =>
      fc.record({
        columns: fc.constant(
          kinds.map(
            (kind, at): TableColumn<Row> => ({ ...kind, heading: `C${at}`, cell: row => row[at] ?? null }),
          ),
        ),
        rows: fc.array(fc.array(cell, { minLength: kinds.length, maxLength: kinds.length }), {
          maxLength: 5,
        }),
        terminal: fc.integer({ min: 7 * 14, max: 160 }),
      }),
    )
    fc.assert(
      fc.property(tables, ({ columns, rows, terminal }) => {
        const table = createTable(columns, rows, terminal)
        for (const line of [table.heading, ...rows.map(table.line)])
          expect(textColumns(line.map(({ text }) => text).join(''))).toBeLessThanOrEqual(terminal)
      }),
      { numRuns: repetitions(500) },
    )
  })

  it('leaves out optional columns before it truncates a name that would fit', () => {
    const columns: TableColumn<string>[] = [
      { heading: 'NAME', cell: name => name, isName: true },
      { heading: 'NOTE', cell: () => 'n'.repeat(30), isFlexible: true },
      { heading: 'MORE', cell: () => 'm'.repeat(10), isOptional: true },
    ]
    const name = 'A name of thirty-six characters Ltd.'
    const lineIn = (terminal: number) => {
      const table = createTable(columns, [name], terminal)
      return table
        .line(name)
        .map(({ text }) => text)
        .join('')
    }
    expect(lineIn(80)).toBe(`${name}  ${'n'.repeat(30)}  ${'m'.repeat(10)}`)
    expect(lineIn(79)).toBe(`${name}  ${'n'.repeat(28)}…  ${'m'.repeat(10)}`)
    expect(lineIn(73)).toBe(`${name}  ${'n'.repeat(30)}`)
    expect(lineIn(62)).toBe(`${name}  ${'n'.repeat(23)}…`)
    // Now no other column can give.
    expect(lineIn(61)).toBe(`A name of thirty-six characters Lt…  ${'n'.repeat(23)}…`)
  })

  it('leaves out optional columns before names have less than forty columns, even if it cannot fit', async () => {
    const { server, url } = await startService()
    const name = 'Vereinigte Nordwind Turbinen- und Anlagenbau Beteiligungsgesellschaft mbH & Co. KG'
    await clientOf(server).entities.create({ type: 'organization', name })
    server.clock.settle()
    const headingsIn = async (columns: number) => {
      const [heading = '', line = ''] = await show(url, ['list'], { columns, ...plain })
      return [heading.trim().split(/ +/).join(' '), /(?<= {2})Vereinigte.*?…/.exec(line)?.[0]]
    }
    expect(await headingsIn(100)).toEqual(['ID NAME COUNTRY RISK SCORE', expect.stringMatching(/^.{40,}$/)])
    expect(await headingsIn(120)).toEqual([
      'ID NAME TYPE COUNTRY STATUS RISK SCORE',
      expect.stringMatching(/^.{40,}$/),
    ])
  })
})

describe('colour', () => {
  const escapeCode = '\u001b['

  it('marks high risks and headings on a terminal', async () => {
    const { url, id } = await team()
    const list = (await show(url, ['list'], { columns: 120 })).join('\n')
    for (const [code, level] of [
      [31, 'High'],
      [33, 'Medium'],
      [32, 'Low'],
    ])
      expect(list).toContain(`${escapeCode}${code}m${level} Risk${escapeCode}39m`)
    expect(list).toContain(`${escapeCode}1mRISK${escapeCode}22m`)
    const network = (await show(url, ['network', id], { columns: 120 })).join('\n')
    expect(network).toContain(`${escapeCode}31msanctions 1${escapeCode}`)
  })

  it('does not change the position or truncation of columns', async () => {
    const { url } = await team()
    const coloured = await show(url, ['list'], { columns: 70 })
    const lines = coloured.map(stripVTControlCharacters)
    expect(lines).toEqual(await show(url, ['list'], { columns: 70, ...plain }))
  })

  it.each<[string, readonly string[], Screen, boolean]>([
    ['a terminal', ['list'], { columns: 120 }, true],
    ['a pipe', ['list'], {}, false],
    ['a terminal under NO_COLOR', ['list'], { columns: 120, environment: { NO_COLOR: '1' } }, false],
    ['a terminal under an empty NO_COLOR', ['list'], { columns: 120, environment: { NO_COLOR: '' } }, true],
    ['a terminal that is dumb', ['list'], { columns: 120, environment: { TERM: 'dumb' } }, false],
    ['a pipe under FORCE_COLOR', ['list'], { environment: { FORCE_COLOR: '1' } }, true],
    ['a terminal under FORCE_COLOR=0', ['list'], { columns: 120, environment: { FORCE_COLOR: '0' } }, false],
    ['JSON, on a terminal', ['list', '--json'], { columns: 120, environment: { FORCE_COLOR: '1' } }, false],
    ['the findings of doctor', ['doctor'], { columns: 120 }, true],
  ])('of %s', async (_, line, screen, isColoured) => {
    const { url } = await team()
    expect((await show(url, line, screen)).join('\n').includes(escapeCode)).toBe(isColoured)
  })

  it('never comes from a name', async () => {
    let said = ''
    const stream = new Writable({
      write(chunk, _, done) {
        said += String(chunk)
        done()
      },
    })
    const output = createOutput(stream, stream, { FORCE_COLOR: '1' })
    output.protect('sk-a-secret-key')
    await output.lines([[{ text: 'a\u001b[32m sk-a-secret-key', style: 'red' }], 'b\u001b[32m'])
    expect(said).toBe('\u001b[31ma\\u001b[32m [redacted]\u001b[39m\nb\\u001b[32m\n')
  })

  it('is in no table column by itself', () => {
    expect(entityColumns.filter(({ style }) => style !== undefined).map(({ heading }) => heading)).toEqual([
      'RISK',
    ])
  })
})
