import { type ImportOptions, importPortfolio, partitionPortfolio } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { createTeam, importInto, problemLines } from '../team.ts'
import { stream } from './collect.ts'

const company = (country: string, index: number) => ({ type: 'company', name: `Halfmoon ${index}`, country })
const readCountries = async (countries: readonly string[], options: ImportOptions = {}) =>
  importInto(createTeam(), countries.map(company), options)

describe('a column of countries with states of the USA', () => {
  it.each([
    [
      ['NY', 'TX', 'GA'],
      [1, 2, 3],
    ],
    [
      ['NY', 'TX', 'ga', 'DE', 'CA', 'IN'],
      [1, 2, 3, 4, 5, 6],
    ],
    [
      ['CA', 'CA', 'CA', 'DE', 'NY', 'TX'],
      [1, 2, 3, 4, 5, 6],
    ],
    [
      ['NY', 'TX', 'GA', 'US', 'PR', 'USA', 'VI'],
      [1, 2, 3],
    ],
    [
      ['NY', 'TX', 'FL', 'GA', 'FR', 'GB'],
      [1, 2, 3, 4],
    ],
    [
      ['NY', 'TX', 'Georgia'],
      [1, 2, 3],
    ],
    [
      ['Texas', 'Ohio', 'Georgia', 'DE'],
      [1, 2, 3],
    ],
  ])('refuses each value that could be both: %j', async (countries, lines) => {
    const report = await readCountries(countries)
    expect(problemLines(report, 'invalid')).toEqual(lines)
    expect(report.created).toBe(countries.length - lines.length)
  })

  it.each([
    [['NY', 'GA', 'DE'], [1]],
    [
      ['NY', 'NY', 'GA'],
      [1, 2],
    ],
    [
      ['NY', 'TX', 'FR', 'GB', 'GA', 'DE'],
      [1, 2],
    ],
    [
      ['NY', 'TX', 'France', 'NLD', 'GA'],
      [1, 2],
    ],
    [
      ['ND', 'ND', 'GA'],
      [1, 2],
    ],
    [
      ['ND', 'NY', 'DE'],
      [1, 2],
    ],
    [['Texas', 'Georgia'], [1]],
    [
      ['Texas', 'Ohio', 'FR', 'GB', 'Georgia'],
      [1, 2],
    ],
    [['GA', 'CA', 'DE', 'Georgia'], []],
    [['US-NY', 'us-ga', 'US-TX', 'GA'], []],
  ])('refuses only what is no country: %j', async (countries, lines) => {
    expect(problemLines(await readCountries(countries), 'invalid')).toEqual(lines)
  })

  it('gives both readings in words of its own, and accepts what it advises', async () => {
    const { problems } = await readCountries(['NY', 'TX', 'GA', 'Georgia'])
    expect(problems.slice(2).map(({ column, reason }) => [column, reason])).toEqual([
      [
        'country',
        'could be US-GA or Gabon, because the column has other states of the USA: write US-GA or GAB',
      ],
      [
        'country',
        'could be US-GA or Georgia, because the column has other states of the USA: write US-GA or GEO',
      ],
    ])
    expect((await readCountries(['NY', 'TX', 'US-GA', 'GAB', 'GEO'])).created).toBe(3)
  })

  it('counts nationalities by themselves', async () => {
    const rows = ['NY', 'TX', 'GA'].map((nationality, index) => ({
      type: 'person',
      firstName: 'Edda',
      lastName: `Thaler ${'abc'.charAt(index)}`,
      country: 'GA',
      nationality,
    }))
    const report = await importInto(createTeam(), rows, { unreadableFields: 'omit' })
    expect(report).toMatchObject({ created: 3, withOmissions: 3 })
    expect(report.omissions.map(({ column }) => column)).toEqual([
      'nationality',
      'nationality',
      'nationality',
    ])
  })

  it('is read to its end before a row is sent: a stream, and a file in any partition', {
    tags: 'long',
  }, async () => {
    const countries = [
      ...Array.from({ length: 150 }, () => 'GA'),
      ...Array.from({ length: 80 }, () => ['NY', 'TX']).flat(),
    ]
    const rows = countries.map(company)
    const csv = `type,name,country\n${rows.map(row => Object.values(row).join()).join('\n')}\n`
    for (const source of [rows, stream(rows), csv, new Blob([csv]), stream([csv])])
      expect(await importInto(createTeam(), source, { batchSize: 20, keepProblems: 1e6 })).toMatchObject({
        created: 0,
        invalid: rows.length,
      })
    const parts = await partitionPortfolio(csv, 2)
    for (const { index, of, rows: count } of parts)
      expect(await importInto(createTeam(), csv, { partition: { index, of } })).toMatchObject({
        created: 0,
        invalid: count,
      })
  })
})

describe('NA in a column of countries', () => {
  const read = (rows: readonly object[]) =>
    importInto(
      createTeam(),
      rows.map((row, index) => ({ type: 'company', name: `Halfmoon ${index}`, country: 'FI', ...row })),
    )

  it('is refused if NA in another column means that there is no value', async () => {
    const rows = [
      { country: 'NA' },
      { registration: 'NA' },
      { registration: '2871120-4' },
      { country: 'NAM' },
    ]
    const report = await read(rows)
    expect(report).toMatchObject({ rows: 4, created: 2, invalid: 2 })
    expect(report.problems[0]).toMatchObject({
      line: 1,
      column: 'country',
      reason: expect.stringMatching(/^could be Namibia or no value, .* write NAM, or leave the cell empty$/),
    })
  })

  it.each(['registration', 'Date of birth', 'national id'])('is refused beside NA as %s', async column => {
    const report = await read([{ country: 'NA' }, { [column]: 'NA' }])
    expect(problemLines(report, 'invalid')).toEqual([1, 2])
  })

  it('is Namibia beside NA in tags and in columns that are not used', async () => {
    expect(await read([{ country: 'NA', tags: 'NA', Region: 'NA' }, { country: 'NA' }])).toMatchObject({
      created: 2,
    })
  })
})

describe('a birth date', () => {
  const persons = (dates: readonly string[]) =>
    dates.map((birthDate, index) => ({
      type: 'person',
      firstName: 'Edda',
      lastName: `Thaler-${'abcdefghij'.charAt(index % 10)}${'abcdefghijklmnop'.charAt(Math.floor(index / 10))}`,
      country: 'FR',
      'Date of birth': birthDate,
    }))
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.UTC(1950, 0, 2 + index)).toISOString().slice(0, 10),
    )
  const times = (count: number, date: string) => Array.from({ length: count }, () => date)

  it.each(['1970-01-01', '1980-01-01', '1961-04-09'])('that many rows share is a warning: %s', async date => {
    const source = persons([...others(45), ...times(5, date)])
    const report = await importInto(createTeam(), source)
    expect(report).toMatchObject({
      created: 50,
      warnings: [
        {
          line: 46,
          column: 'Date of birth',
          reason: '5 of 50 rows have this day, which may mean an unknown date',
        },
      ],
    })
  })

  it.each([
    ['four rows', [...others(20), ...times(4, '1970-01-01')]],
    ['less than 5 %', [...others(150), ...times(7, '1970-01-01')]],
    ['no rows', []],
  ])('that %s share is none', async (_, dates) => {
    const report = await importPortfolio(createTeam().client, persons(dates), { dryRun: true })
    expect(report.warnings).toEqual([])
  })
})

describe('rows without a type', () => {
  const rows = (...types: readonly (string | undefined)[]) =>
    types.map((type, index) => ({ type, name: `Brandt-${'abcdefgh'.charAt(index)}, Ilse`, country: 'DE' }))
  const read = (types: readonly (string | undefined)[], type?: 'person' | 'organization') =>
    importPortfolio(createTeam().client, rows(...types), {
      dryRun: true,
      ...(type && { defaults: { type } }),
    })

  it('that count as one type, beside rows of the other, are a warning', async () => {
    const report = await read(['company', '', undefined, 'person', 'n/a'], 'organization')
    expect(report).toMatchObject({
      planned: 5,
      warnings: [
        {
          line: 2,
          column: 'type',
          reason:
            '3 rows without a type count as organization, although another row is a person: look at each of them',
        },
      ],
    })
  })

  it.each<[string, readonly (string | undefined)[], 'person' | 'organization' | undefined]>([
    ['of a file of this type alone', ['company', ''], 'organization'],
    ['of a file without types', ['', ''], 'person'],
    ['that a default does not fill, because there are none', ['company', 'person'], 'person'],
    ['without a default', ['company', '', 'person'], undefined],
  ])('%s are none', async (_, types, type) => {
    expect((await read(types, type)).warnings).toEqual([])
  })
})

describe('an order of day and month', () => {
  const persons = (...dates: readonly string[]) =>
    dates.map((birthDate, index) => ({
      type: 'person',
      name: `Brandt-${'abcdefgh'.charAt(index)}, Ilse`,
      country: 'DE',
      birthDate,
    }))

  it('that does not fit some dates is refused if others fit both orders, before a request is sent', async () => {
    const { client, server } = createTeam()
    const source = persons('04/09/1961', '25/12/1970', '05/05/1955', '01/02/1980')
    const failure = await failureOf(importPortfolio(client, source, { dateOrder: 'mdy' }))
    expect(failure).toMatchObject({
      code: 'invalid_input',
      message:
        'importPortfolio: dateOrder must fit the dates: that of line 2 can only be dmy, so those that fit both orders (2, first: line 1) may be dmy, too: set dateOrder to dmy, or correct the cells',
    })
    expect(server.requests.list()).toEqual([])
    expect(await importPortfolio(client, source, { dateOrder: 'dmy' })).toMatchObject({ created: 4 })
  })

  it.each<[string, readonly string[]]>([
    ['no other date fits both', ['12/25/1970', '25/12/1970', '05/05/1955']],
    ['all dates fit it', ['12/25/1970', '04/09/1961']],
  ])('is accepted if %s', async (_, dates) => {
    const report = await importPortfolio(createTeam().client, persons(...dates), {
      dateOrder: 'mdy',
      dryRun: true,
    })
    expect(report.planned).toBeGreaterThan(0)
  })
})
