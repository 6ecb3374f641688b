import { describe, expect, it } from 'vitest'
import type { SourceRow } from '../../../src/portfolio/rows/read-row.ts'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { collect } from './collect.ts'

async function read(lines: string[], options = {}): Promise<SourceRow[]> {
  const csv = `${lines.join('\n')}\n`
  return (await collect((await openRows(csv, options)).rows)).flat()
}

/** The name of each row, or what is wrong with it. */
async function readAs(lines: string[], options = {}): Promise<[number, unknown][]> {
  const rows = await read(lines, options)
  return rows.map(({ line, ...row }) => [
    line,
    row.row === null ? row.problems.map(({ reason }) => reason).join() : row.row.name,
  ])
}

const header = 'name,type,country,notes'
const swallowed = (last: number) =>
  `has a quote that is not closed, or not doubled within a quoted cell, and the lines up to ${last} were read as one row`

describe('rows that a stray quote has swallowed are told, and not lost', () => {
  it('where it opens an unused cell and a later one closes it', async () => {
    const lines = [header, 'A,org,DE,"see', 'B,org,FR,x', 'C,org,GB,ok"', 'D,org,AT,']
    expect(await readAs(lines)).toEqual([
      [2, swallowed(4)],
      [5, 'D'],
    ])
  })

  it('where two rows have one each', async () => {
    expect(await readAs([header, 'A,org,DE,"x', 'B,org,FR,y"', 'D,org,AT,'])).toEqual([
      [2, swallowed(3)],
      [4, 'D'],
    ])
  })

  it('where the cells that are left make up a whole row', async () => {
    // Read as one row, this has the name and type of the first and the country of the second.
    const lines = ['name,type,notes,country', 'A,org,"x,DE', 'B,org,y",FR', 'D,org,,AT']
    expect(await readAs(lines)).toEqual([
      [2, swallowed(3)],
      [4, 'D'],
    ])
  })

  it('where the first cell opens it', async () => {
    const lines = ['notes,name,type,country', '"x,A,org,DE', 'y",B,org,FR', ',D,org,AT']
    expect(await readAs(lines)).toEqual([
      [2, swallowed(3)],
      [4, 'D'],
    ])
  })

  it('where a row that is swallowed leaves out the blank cells at its end', async () => {
    const lines = ['name,type,country,tags,notes', 'A,org,DE,,"see', 'B,org,FR', 'C,org,GB,,x"']
    expect(await readAs(lines)).toEqual([[2, swallowed(4)]])
  })

  it('where a semicolon divides', async () => {
    const lines = ['name;type;country;notes', 'A;org;DE;"see', 'B; org; FR; x', 'C;org;GB;ok"']
    expect((await readAs(lines))[0]).toEqual([2, expect.stringContaining('lines up to 4')])
  })

  it('where type and country come from the defaults', async () => {
    const defaults = { type: 'organization', countryCode: 'DE' }
    expect(await readAs(['name,notes', 'A,"see', 'B,x', 'C,ok"'], { defaults })).toEqual([[2, swallowed(4)]])
  })

  it.each([
    ['at the start of a name', ['"Acme" GmbH,org,DE,x', 'B,org,FR,y', '"C",org,GB,z'], 4],
    ['in a quoted name', ['"Acme "Best" GmbH, Ltd,org,DE,x', 'B,org,FR,"y"'], 3],
  ])('where it stands %s', async (_, lines, last) => {
    const found = await readAs([header, ...lines])
    expect(found[0]).toEqual([2, expect.stringContaining('has a quote that is not closed')])
    expect(found[0]?.[1]).toContain(`lines up to ${last}`)
  })

  it('wherever the text is cut', async () => {
    const text = [header, 'A,org,DE,"see', 'B,org,FR,x', 'C,org,GB,ok"', 'D,org,AT,', ''].join('\r\n')
    async function* cut(size: number) {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
    }
    for (let size = 1; size < text.length; size += 3) {
      const rows = await collect((await openRows(cut(size), {})).rows)
      expect(rows.flat().map(({ line, row }) => [line, row?.name])).toEqual([
        [2, undefined],
        [5, 'D'],
      ])
    }
  })
})

describe('a quote in a cell that is not quoted as a whole', () => {
  it.each([
    ['spans a delimiter', 'Acme "X, Y" Ltd,org,DE'],
    ['stands alone, as a mark of inches', '12" Records,org,DE'],
    ['stands after a space', 'Acme, "org",DE'],
  ])('is told where it %s', async (_, line) => {
    const stray = 'has a quote that is not closed, or not doubled within a quoted cell'
    expect(await readAs([header, line, 'B,org,FR,'])).toEqual([
      [2, stray],
      [3, 'B'],
    ])
  })

  it('means itself where it has its pair', async () => {
    const lines = [header, 'Acme "X" Ltd,org,DE,"a ""b"", c"', '"Acme ""X",org,DE,"Y"" Ltd"']
    expect((await readAs(lines)).map(([, name]) => name)).toEqual(['Acme "X" Ltd', 'Acme "X'])
  })
})

describe('a cell of several lines that belongs to one row', () => {
  it.each([
    ['an address', ['A,org,DE,"Hauptstr. 1', '10115 Berlin"']],
    ['an address with commas', ['A,org,DE,"Hauptstr. 1, Hof 2', 'Berlin, Berlin, DE, EU', 'Europe"']],
    ['prose with as many commas as the header', ['A,org,DE,"Hello.', 'Good, solid, fine, nice.', 'End"']],
    ['blank lines', ['A,org,DE,"a', '', '', 'b"']],
    ['doubled quotes', ['A,org,DE,"a ""b"",', '""c"""']],
  ])('is read: %s', async (_, lines) => {
    expect((await readAs([header, ...lines, 'B,org,FR,'])).map(([, name]) => name)).toEqual(['A', 'B'])
  })

  it('is read in the middle of a row', async () => {
    const lines = ['name,address,type,country', 'A,"Hauptstr. 1, Hof 2', 'Berlin, DE",org,DE', 'B,,org,FR']
    expect((await readAs(lines)).map(([, name]) => name)).toEqual(['A', 'B'])
  })

  it('is read twice in a row', async () => {
    const lines = ['name,address,more,type,country', 'A,"x', 'y","x', 'y",org,DE', 'B,,,org,FR']
    expect((await readAs(lines)).map(([, name]) => name)).toEqual(['A', 'B'])
  })

  it('is read beside one column', async () => {
    const defaults = { type: 'organization', countryCode: 'DE' }
    expect(await readAs(['name,address', 'A,"Hauptstr. 1', '10115 Berlin, Germany"'], { defaults })).toEqual([
      [2, 'A'],
    ])
  })

  it('is told as a line break in a field that is used', async () => {
    expect(await readAs([header, '"A', 'B",org,DE,'])).toEqual([
      [2, 'must not hold a line break or another control character'],
    ])
  })
})
