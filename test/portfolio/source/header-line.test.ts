import { partitionPortfolio } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { optionTerms } from '../../../src/portfolio/option-terms.ts'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { createTeam, importInto } from '../team.ts'
import { stream } from './collect.ts'

const rows = 'name;type;country\nAcme AG;org;DE\nNowhere AG;org;\n'

async function importCsv(csv: string | AsyncIterable<string>, headerLine?: number) {
  const { rows, created, problems } = await importInto(createTeam(), csv, { headerLine })
  return { rows, created, invalidLines: problems.map(({ line }) => line) }
}

describe('the line of the header', () => {
  it.each([
    [4, 'Customers;of "Kim & Co\nExported 27 November\n\n'],
    [3, 'Customers\r\n\r\n'],
    [3, 'Customers\rall of them\r'],
    [3, 'sep=;\r\nCustomers, in Berlin, in Bonn\r\n'],
    [2, `${'x'.repeat(100_000)}\n`],
    [1, ''],
  ])(
    'is counted from the start of the file, and lines before it are no rows: line %i',
    async (line, title) => {
      const result = { rows: 2, created: 1, invalidLines: [line + 2] }
      expect(await importCsv(title + rows, line)).toEqual(result)
      if (title.length < 1000) expect(await importCsv(stream([...(title + rows)]), line)).toEqual(result)
    },
  )

  it('is shown where cells may be shown if no column is known, and only its number of columns elsewhere', async () => {
    const describeHeader = async (showsCells: boolean) => {
      const { rows } = await openRows(stream(['Kunde~Ort\nAcme AG~Bonn\n']), {}, false, {
        ...optionTerms,
        showsCells,
      })
      return rows.next().catch(String)
    }
    expect(await describeHeader(true)).toContain(
      'no column that is known (it was read as 1 column: Kunde~Ort): if',
    )
    expect(await describeHeader(false)).toContain('no column that is known (it was read as 1 column): if')
  })

  it('is the first line that is not blank if the option is omitted', async () => {
    expect(await importCsv(`\n\n${rows}`)).toEqual({ rows: 2, created: 1, invalidLines: [5] })
    await expect(importCsv(`Customers\n${rows}`)).rejects.toThrow('has no column that is known')
  })

  it('may occur again, where files were joined', async () => {
    const csv = 'name;tags\nAcme AG;a\nname;tags\nBirch AG;b\n name ; tags \n'
    const defaults = { type: 'organization', countryCode: 'DE' } as const
    const report = await importInto(createTeam(), csv, { defaults })
    expect(report).toMatchObject({ rows: 4, created: 2, invalid: 2 })
    expect(report.problems).toMatchObject(
      [3, 5].map(line => ({ line, column: null, reason: 'repeats the header: remove the line' })),
    )
  })

  it('does not occur again in a row with other cells', async () => {
    const csv = 'name;tags\nname;a\nName;tags\n'
    const defaults = { type: 'organization', countryCode: 'DE' } as const
    expect(await importInto(createTeam(), csv, { defaults })).toMatchObject({ created: 1, duplicates: 1 })
  })

  it('is refused if all of it is in single quotes, as the rows would then be', async () => {
    await expect(importCsv("'name';'type';'country'\n'Acme AG';'org';'DE'\n")).rejects.toThrow(
      'source cannot be read: its cells are in single quotes; export it with double quotes',
    )
    const csv = "name;type;country;'handle'\n'Acme' AG;org;DE;1\n"
    expect(await importCsv(csv)).toMatchObject({ rows: 1, created: 1 })
  })

  it('counts for partitions too', async () => {
    const parts = await partitionPortfolio(`Customers\n${rows}`, 2, { headerLine: 2 })
    expect(parts.reduce((sum, part) => sum + part.rows, 0)).toBe(2)
  })

  it.each([
    ['Customers\n\nname;type\n', 2, 'line 2 has no column names'],
    [`sep=;\n${rows}`, 1, 'line 1 has no column names'],
    [rows, 9, 'the source has no such line'],
    ['name\n', 2, 'the source has no such line'],
  ])('cannot be another line: %j', async (csv, line, reason) => {
    await expect(importCsv(csv, line)).rejects.toMatchObject({
      name: 'InputValidationError',
      issues: [{ path: ['headerLine'], message: expect.stringContaining(reason) }],
    })
  })

  it('is a number from 1', async () => {
    for (const line of [0, 1.5, Number.NaN])
      await expect(importCsv(rows, line)).rejects.toMatchObject({
        issues: [{ path: ['options', 'headerLine'] }],
      })
  })

  it('does not exist in objects', async () => {
    const objects = [{ name: 'Acme AG', type: 'org', country: 'DE' }]
    await expect(importInto(createTeam(), objects, { headerLine: 2 })).rejects.toThrow('is for CSV only')
    expect(await importInto(createTeam(), objects)).toMatchObject({ created: 1 })
  })
})
