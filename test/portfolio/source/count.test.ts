import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRows } from '../../../src/portfolio/source/count.ts'
import { readCsv } from '../../../src/portfolio/source/csv.ts'
import { makePortfolio } from '../portfolio-rows.ts'
import { createTeam } from '../team.ts'
import { collect, stream } from './collect.ts'

const csv = 'sep=;\n\nname;notes\nA;"x\n\ny ""z"""\n ; \n"";\nB;12" single\n\nC;\n'

describe('the quick count of rows', () => {
  it('leaves out the header, blank lines and line breaks within quotes', async () => {
    expect(await countRows(csv)).toBe(3)
  })

  it('is that of a file, a Blob, bytes and a list', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entity-screening-count-'))
    const file = join(folder, 'portfolio.csv')
    await writeFile(file, csv)
    expect(await countRows({ file })).toBe(3)
    await rm(folder, { recursive: true })
    const bytes = new TextEncoder().encode(csv)
    expect(await countRows(bytes)).toBe(3)
    expect(await countRows(new Blob([bytes]))).toBe(3)
    const little = new Uint8Array([0xff, 0xfe, ...Buffer.from(csv, 'utf16le')])
    expect(await countRows(little)).toBe(3)
    expect(await countRows([{ name: 'A' }, { name: 'B' }])).toBe(2)
  })

  it('is none where the source can be read only once, or not at all', async () => {
    expect(await countRows(stream(['name\nA\n']))).toBeNull()
    expect(await countRows(new Blob([csv]).stream())).toBeNull()
    expect(await countRows(new Set([{ name: 'A' }]))).toBeNull()
    expect(await countRows({ file: '/no/such/file.csv' })).toBeNull()
    expect(await countRows(new Uint8Array([0x50, 0x4b, 0xfc, 0xff]))).toBeNull()
  })

  it.skipIf(process.platform === 'win32')('takes nothing out of a pipe, whose rows come once', async () => {
    const file = join(tmpdir(), `entity-screening-pipe-${crypto.randomUUID()}`)
    await promisify(execFile)('mkfifo', [file])
    expect(await countRows({ file })).toBeNull()
    const { client } = createTeam()
    const [report] = await Promise.all([
      importPortfolio(client, { file }, { defaults: { type: 'organization', countryCode: 'DE' } }),
      writeFile(file, csv),
    ])
    expect(report).toMatchObject({ rows: 3, created: 3, stopped: null })
    await rm(file)
  })

  it('is that of the rows that are read, of any size', async () => {
    expect(await countRows(makePortfolio(20_000).csv)).toBe(20_000)
    expect(await countRows('')).toBe(0)
    expect(await countRows('name\r\n')).toBe(0)
  })

  it('is that of the rows that are read, however their quotes stand', async () => {
    const piece = fc.constantFrom('a', '"', '""', ',', ',', '\n', '\r\n', ' ', 'b"', '",', '"\n', '\t')
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async pieces => {
        const text = `name,notes\nx,y\n${pieces.join('')}`
        const rows = (await collect(readCsv(stream([text])))).flat()
        expect(await countRows(text)).toBe(rows.length - 1)
      }),
      { numRuns: 2000 },
    )
  })
})
