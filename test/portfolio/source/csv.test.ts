import { describe, expect, it } from 'vitest'
import type { CsvRow } from '../../../src/portfolio/source/csv-reader.ts'
import { readCsv } from './collect.ts'

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function rowsOf(text: string, size = text.length || 1): Promise<CsvRow[]> {
  return readCsv(inChunks(text, size))
}

const cellsOf = async (text: string) => (await rowsOf(text)).map(({ cells }) => cells)

describe('the rows of a CSV text', () => {
  it.each([',', ';', '\t', '|'])('are divided by %j, which is found out', async delimiter => {
    const text = [
      ['name', 'country', 'notes'],
      ['"Sons, Daughters; & | Co"', 'DE', '"a\tb"'],
      ['Plain', 'FR', ''],
    ]
      .map(cells => cells.join(delimiter))
      .join('\n')
    expect(await cellsOf(text)).toEqual([
      ['name', 'country', 'notes'],
      ['Sons, Daughters; & | Co', 'DE', 'a\tb'],
      ['Plain', 'FR', ''],
    ])
  })

  it('are divided by what divides the header, whatever else stands in the rows', async () => {
    const text = '"name"|"type"|country\nA|"B="|",C,"'
    expect(await cellsOf(text)).toEqual([
      ['name', 'type', 'country'],
      ['A', 'B=', ',C,'],
    ])
  })

  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('end with %s', async (_, end) => {
    const text = ['a,b', '1,2', '', '"3","4"', ''].join(end)
    expect(await rowsOf(text)).toMatchObject([
      { line: 1, cells: ['a', 'b'], problem: null, mayBeFooter: false },
      { line: 2, cells: ['1', '2'], problem: null, mayBeFooter: false },
      { line: 4, cells: ['3', '4'], problem: null, mayBeFooter: false },
    ])
  })

  it('also have their cells as they are, and the delimiter', async () => {
    const [, row] = await rowsOf('a;b\n " 1";="007"\n')
    expect(row).toMatchObject({ cells: ['" 1"', '007'], rawCells: [' " 1"', '="007"'], delimiter: ';' })
  })

  it('may end each in another way', async () => {
    const rows = await rowsOf('a,b\r1,2\n3,4\r\n"5\r6","7\r\n8"\r9,10')
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5\n6', '7\n8'],
      [7, '9', '10'],
    ])
  })

  it('have the line on which they begin, whatever stands before them', async () => {
    const rows = await rowsOf('name,notes\n\n   \n"one\ntwo\r\nthree",x\n , \nlast,"""quoted""\n"\nend,y\n')
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'name'],
      [4, 'one\ntwo\nthree'],
      [8, 'last'],
      [10, 'end'],
    ])
  })

  it('lose the spaces around their cells, and keep quotes within', async () => {
    expect(await cellsOf('name , type\n  Acme "The Best" Ltd ,\u00a0org \n" Acme ""&"" Co " ,x\n')).toEqual([
      ['name', 'type'],
      ['Acme "The Best" Ltd', 'org'],
      ['Acme "&" Co', 'x'],
    ])
  })

  it('keep the zeros that spreadsheets write as a formula', async () => {
    expect(await cellsOf('id,b\n="0042",x\n"=""007""",y\n="",z\n')).toEqual([
      ['id', 'b'],
      ['0042', 'x'],
      ['007', 'y'],
      ['', 'z'],
    ])
  })

  it('are the same wherever the text is cut', async () => {
    const text =
      'näme;cöuntry;nötes\r\n"Öl & Söhne; ""Köln""\r\nGmbH";DE;"a\n\nb"\r\n\r\n𝒳 Ltd;GB;\rend;FR;"last ""word"""\r\n'
    const whole = await rowsOf(text)
    expect(whole).toHaveLength(4)
    for (let size = 1; size < text.length; size += 1) expect(await rowsOf(text, size)).toEqual(whole)
  })

  it('are the same wherever a long text is cut', { tags: 'long' }, async () => {
    const lines = Array.from({ length: 3000 }, (_, row) =>
      row % 7 === 0
        ? `"Company ${row}\r\nand ""Sons""",DE,"x, y"`
        : `Company ${row},FR,${'n'.repeat(row % 90)}`,
    )
    const text = `name,country,notes\r\n${lines.join('\r\n')}\r\n`
    const whole = await rowsOf(text)
    expect(whole).toHaveLength(3001)
    expect(whole.at(-1)?.line).toBe(3001 + 429)
    for (const size of [7, 1009, 65_536, 65_537]) expect(await rowsOf(text, size)).toEqual(whole)
  })

  it('are none in a text without any', async () => {
    expect(await rowsOf('')).toEqual([])
    expect(await rowsOf('\r\n \n\r , ,\n')).toEqual([])
  })

  it('that never end are refused with the line on which they begin', async () => {
    const text = `a,b\n1,2\n"${'x\n'.repeat(600_000)}`
    await expect(rowsOf(text, 50_000)).rejects.toThrow('line 3: a row does not end within 1000000 characters')
    await expect(rowsOf(text, 64)).rejects.toThrow(RangeError)
  })
})

describe('a quote that is wrong', () => {
  const problems = async (text: string) =>
    (await rowsOf(text)).map(({ line, problem }) => [line, problem] as const)

  it('at the end is told with the lines that it has swallowed', async () => {
    expect(await problems('a,b\n1,2\n"3,4\n5,6\n7,8\n')).toEqual([
      [1, null],
      [2, null],
      [
        3,
        'has a quote that is not closed, or not doubled within a quoted cell, and the lines up to 5 were read as one row',
      ],
    ])
  })

  it('in the middle is told, and the rows after the next quote are read again', async () => {
    const found = await problems('a,b\n1,2\n"Acme" Ltd,3\n4,5\n"x",6\n7,8\n')
    expect(found[0]).toEqual([1, null])
    expect(found.find(([line]) => line === 3)?.[1]).toContain('the lines up to 5 were read as one row')
    expect(found.at(-1)).toEqual([6, null])
  })

  it('that is not doubled is told', async () => {
    expect(await problems('a,b\n"Acme "Best" Ltd",2\n3,4\n')).toEqual([
      [1, null],
      [2, 'has a quote that is not closed, or not doubled within a quoted cell'],
      [3, null],
    ])
  })

  it('after a space in a cell that is quoted as a whole is none', async () => {
    expect(await problems('a,b\n1," ""2"\n"  ""3""",4\n')).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ])
  })

  it('after a space is none where only a cell beside it ends with a delimiter and that space', async () => {
    expect(await problems('a|b|c\n"| "|""|" """\n')).toEqual([
      [1, null],
      [2, null],
    ])
  })

  it('after a space, where it holds nothing together, is told', async () => {
    expect(await problems('a,b\n1, "2"\n"3" ,4\n')).toEqual([
      [1, null],
      [2, 'has a quote that is not closed, or not doubled within a quoted cell'],
      [3, null],
    ])
  })
})
