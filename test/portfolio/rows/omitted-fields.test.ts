import { type ImportOptions, partitionPortfolio, type RowOmission } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { createMemoryJournal, createTeam, importInto, raiseLimit } from '../team.ts'

const omit: ImportOptions = { unreadableFields: 'omit' }
const ilse = { type: 'person', firstName: 'Ilse', lastName: 'Brandt', country: 'DE' }
const nordwind = { type: 'organization', name: 'Nordwind GmbH', country: 'DE' }

/** The columns of a row that are omitted, or null if the row is refused. */
async function readOmissions(item: object, options = omit) {
  for await (const [row] of (await openRows([item], options)).rows)
    return row === undefined || row.row === null ? null : (row.omissions ?? []).map(({ column }) => column)
  return undefined
}

describe('an optional field that cannot be read', () => {
  it.each([
    ['a birth date', { ...ilse, dob: '09/04/1961' }, 'dob'],
    ['a birth date that does not exist', { ...ilse, dob: '1961-04-31' }, 'dob'],
    ['a nationality that is an adjective', { ...ilse, citizenship: 'German' }, 'citizenship'],
    ['a national ID that a spreadsheet has damaged', { ...ilse, passport: '1.23457E+11' }, 'passport'],
    ['a registration number without a digit', { ...nordwind, crn: 'unknown' }, 'crn'],
    ['tags that are an error of a spreadsheet', { ...nordwind, tags: '#REF!' }, 'tags'],
  ])('is left out: %s', async (_, item, column) => {
    expect(await readOmissions(item)).toEqual([column])
    expect(await readOmissions(item, {})).toBeNull()
    expect(await readOmissions(item, { unreadableFields: 'refuse' })).toBeNull()
  })

  it.each([
    ['a country', { ...ilse, country: 'German' }],
    ['no country', { ...ilse, country: '', dob: 'never' }],
    ['a type', { ...ilse, type: 'pet', dob: 'never' }],
    ['a name', { ...nordwind, name: '#REF!', crn: 'unknown' }],
    ['a birth date of an organization', { ...nordwind, dob: '1961-04-09' }],
    ['a damaged national ID of an organization', { ...nordwind, passport: '1.23457E+11' }],
    ['a birth date of an organization that does not exist', { ...nordwind, dob: '1961-04-31' }],
    ['a damaged registration number of a person', { ...ilse, crn: "'0042" }],
    ['a registration number of a person', { ...ilse, crn: 'HRB 7', dob: 'never' }],
  ])('is not: %s', async (_, item) => {
    expect(await readOmissions(item)).toBeNull()
  })

  it('is not one that can be read', async () => {
    expect(await readOmissions({ ...ilse, dob: '09.04.1961', citizenship: 'Germany' })).toEqual([])
  })
})

const csv = [
  'type,first name,last name,country,dob,nationality,tags',
  'person,Ilse,Brandt,DE,09/04/1961,German,a',
  'person,Dragomir,Vosskov,RU,1958-03-12,RU,a',
  'person,Amber,Lee,Atlantis,09/04/1961,,a',
  'person,Karl,Brandt,DE,03/05/1958,,a',
].join('\n')

describe('rows without the fields that cannot be read', () => {
  const omissions = [
    { line: 2, column: 'dob', reason: expect.stringContaining('set dateOrder') },
    { line: 2, column: 'nationality', reason: expect.stringContaining('must be a country') },
    { line: 5, column: 'dob', reason: expect.stringContaining('set dateOrder') },
  ]

  it('are created, listed and counted beside the sum', async () => {
    const team = createTeam()
    const seen: RowOmission[] = []
    const progress: number[] = []
    const report = await importInto(team, csv, {
      ...omit,
      onOmission: omission => void seen.push(omission),
      onProgress: ({ settled, withOmissions }) => void progress.push(settled, withOmissions),
    })
    expect(report).toMatchObject({ rows: 4, created: 3, withOmissions: 2, invalid: 1, omissions })
    expect(report.problems).toMatchObject([
      { line: 4, column: 'dob' },
      { line: 4, column: 'country' },
    ])
    expect(seen).toEqual(report.omissions)
    expect(progress.slice(-2)).toEqual([4, 2])
    expect(await team.names()).toEqual(['Ilse Brandt', 'Dragomir Vosskov', 'Karl Brandt'])
  })

  it('are invalid without the option', async () => {
    const report = await importInto(createTeam(), csv)
    expect(report).toMatchObject({ created: 1, withOmissions: 0, invalid: 3, omissions: [] })
  })

  it('are planned in a dry run, with the same list', async () => {
    const report = await importInto(createTeam(), csv, { ...omit, dryRun: true })
    expect(report).toMatchObject({ planned: 3, created: 0, withOmissions: 2, omissions })
  })

  it('are counted once they are created, by a later run as by the first', async () => {
    const team = createTeam({ entityLimit: 2 })
    const journal = createMemoryJournal()
    const options = { ...omit, journal, batchSize: 1, concurrency: 1 }
    const first = await importInto(team, csv, options)
    expect(first).toMatchObject({
      created: 2,
      remaining: 1,
      withOmissions: 1,
      omissions: omissions.slice(0, 2),
    })
    raiseLimit(team, 9)
    const later = { created: 3, withOmissions: 2, omissions }
    expect(await importInto(team, csv, options, 2)).toMatchObject({ ...later, createdEarlier: 2 })
    expect(await importInto(team, csv, options, 3)).toMatchObject({ ...later, createdEarlier: 3 })
  })

  it('cannot be read in another way by a later run', async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    await importInto(team, csv, { ...omit, journal })
    for (const changed of [{}, { ...omit, dateOrder: 'dmy' }] as const)
      await expect(importInto(team, csv, { ...changed, journal }, 3)).rejects.toThrow(
        'line 2 is not what it was',
      )
  })

  it('may be created later if an earlier run refused them', async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    await importInto(team, csv, { journal })
    const report = await importInto(team, csv, { ...omit, journal }, 1)
    expect(report).toMatchObject({ created: 3, createdEarlier: 1, withOmissions: 2, invalid: 1 })
  })

  it('are compared by these fields as by columns that are not used', async () => {
    const rows = ['1961-04-31', '1961-04-31', '1975-13-01', '1961-04-09'].map(dob => ({ ...ilse, dob }))
    const report = await importInto(createTeam(), rows, omit)
    expect(report).toMatchObject({ created: 2, withOmissions: 1, duplicates: 1, possibleDuplicates: 1 })
    expect(report.problems).toMatchObject([
      { line: 2, kind: 'duplicate', sameAs: 1 },
      { line: 3, reason: 'differs from line 1 only in columns that are not used: dob' },
    ])
  })

  it('keep the tags that all rows share', async () => {
    const rows = [{ ...nordwind, tags: '#REF!' }]
    const reader = await openRows(rows, { ...omit, defaults: { tags: ['import'] } })
    expect((await reader.rows.next()).value).toMatchObject([{ row: { tags: ['import'] } }])
  })

  it('are in the partition of their name', async () => {
    const counts = await partitionPortfolio(csv, 3, { unreadableFields: 'omit' })
    for (const { index, of, rows } of counts)
      expect(await importInto(createTeam(), csv, { ...omit, partition: { index, of } })).toMatchObject({
        rows,
      })
  })

  it('are listed up to the limit of problems', async () => {
    const report = await importInto(createTeam(), csv, { ...omit, keepProblems: 1 })
    expect(report).toMatchObject({ withOmissions: 2, omissions: [{ line: 2, column: 'dob' }] })
  })
})
