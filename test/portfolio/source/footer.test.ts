import { describe, expect, it } from 'vitest'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { collect } from './collect.ts'

/** The names of the rows, and the reasons against the others by line. */
async function readLines(csv: string) {
  const options = { defaults: { type: 'organization', countryCode: 'DE' } }
  const rows = (await collect((await openRows(csv, options)).rows)).flat()
  return rows.map(row => (row.row === null ? [row.line, row.problems[0].reason] : row.row.name))
}

const footer = expect.stringContaining('looks like a footer')

describe('a line without a delimiter', () => {
  it('is a footer after a blank line', async () => {
    const csv = 'name,type,country\nAcme AG,org,DE\n\nGrand Totals (2 records)\nPrinted by Kim\n'
    expect(await readLines(csv)).toEqual(['Acme AG', [4, footer], [5, footer]])
    expect(await readLines('name;type;country\nAcme AG;org;DE\n;;\nTotals\n')).toEqual([
      'Acme AG',
      [4, footer],
    ])
  })

  it('is a row without a blank line before it', async () => {
    expect(await readLines('name,type,country\nAcme AG\nBirch AG\n')).toEqual(['Acme AG', 'Birch AG'])
  })

  it('is a row under a header of one or two columns', async () => {
    expect(await readLines('name\nAcme AG\n\nBirch AG\n')).toEqual(['Acme AG', 'Birch AG'])
    expect(await readLines('name,tags\nAcme AG,a\n\nBirch AG\n')).toEqual(['Acme AG', 'Birch AG'])
  })
})

describe('a line with delimiters', () => {
  it('is a row after a blank line, also if only its first cell has a value', async () => {
    const csv = 'name,type,country\nAcme AG,org,DE\n\nBirch AG,,\nCedar AG\n'
    expect(await readLines(csv)).toEqual(['Acme AG', 'Birch AG', 'Cedar AG'])
  })
})
