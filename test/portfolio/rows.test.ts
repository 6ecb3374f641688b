import type { ImportOptions, PortfolioSource } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { createRowReader, type SourceRow } from '../../src/portfolio/rows.ts'
import { openSource } from '../../src/portfolio/source.ts'
import { collect } from './collect.ts'

async function read(source: PortfolioSource, options: ImportOptions = {}): Promise<SourceRow[]> {
  return collect(createRowReader(await openSource(source), options).rows)
}

/** The one row of a source of objects. */
async function one(item: object, options: ImportOptions = {}) {
  const [row] = await read([item], options)
  return row
}

const issuesOf = (row: SourceRow | undefined) => (row?.row === null ? row.issues : [])

describe('a row', () => {
  it('is read from a CSV file', async () => {
    const csv = [
      'Type;Name;First name;Last name;Country;Reg no;DOB;Nationality;Passport;Tags',
      'Company;Nordwind GmbH;;;Deutschland;HRB 7;;;;supplier, key | EU',
      'Individual;;Ilse;Brandt;DEU;;09.04.1961;UK;L01X00T47;-',
      'natural person;Vosskov, Dragomir;;;Korea, South;n/a;1958/03/12',
    ].join('\n')
    expect(await read(csv)).toEqual([
      {
        line: 2,
        row: {
          type: 'organization',
          name: 'Nordwind GmbH',
          countryCode: 'Deutschland',
          registration: 'HRB 7',
          tags: ['supplier', 'key', 'EU'],
        },
      },
      {
        line: 3,
        row: {
          type: 'person',
          firstName: 'Ilse',
          lastName: 'Brandt',
          countryCode: 'DEU',
          birthDate: '1961-04-09',
          nationality: 'UK',
          nationalId: 'L01X00T47',
        },
      },
      {
        line: 4,
        row: {
          type: 'person',
          name: 'Dragomir Vosskov',
          firstName: 'Dragomir',
          lastName: 'Vosskov',
          countryCode: 'Korea, South',
          birthDate: '1958-03-12',
        },
      },
    ])
  })

  it('is read from the rows of a bulk creation as they are', async () => {
    const rows = [
      { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', registration: 'HRB 7', tags: ['a'] },
      { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE', birthDate: '1961-04-09' },
    ]
    expect(await read(rows)).toEqual(rows.map((row, index) => ({ line: index + 1, row })))
  })

  it('of objects may have other keys than the one before', async () => {
    const rows = await read([
      { 'Company name': 'A', Kind: 'org', Domicile: 'FI' },
      { NAME: 'B', TYPE: 'ORGANISATION', COUNTRY: ' fr ' },
      { name: 'C', type: 'business', country_code: 'DE', unknown: 1 },
    ])
    expect(rows.map(({ row }) => row?.name)).toEqual(['A', 'B', 'C'])
  })

  it.each(['Brandt, Ilse', ' Brandt ,Ilse ', 'Ilse Brandt', 'Ilse\tBrandt'])(
    'finds first and last name in %j',
    async name => {
      expect(await one({ type: 'person', name, country: 'DE' })).toMatchObject({
        row: { firstName: 'Ilse', lastName: 'Brandt' },
      })
    },
  )

  it.each([
    ['Ludwig van Beethoven', 'Ludwig van', 'Beethoven'],
    ['van Beethoven, Ludwig', 'Ludwig', 'van Beethoven'],
    ['John Smith, Jr.', 'John', 'Smith, Jr.'],
    ['John A. Smith, PhD', 'John A.', 'Smith, PhD'],
    ['Silva, Junior', 'Junior', 'Silva'],
  ])('divides %s', async (name, firstName, lastName) => {
    const row = (await one({ type: 'person', name, country: 'DE' }))?.row
    expect(row).toMatchObject({ firstName, lastName })
  })

  it('sends the whole name of a person as it was, or in the usual order', async () => {
    const nameOf = async (name: string) => (await one({ type: 'person', name, country: 'DE' }))?.row?.name
    expect(await nameOf('John Smith, Jr.')).toBe('John Smith, Jr.')
    expect(await nameOf('Brandt, Ilse')).toBe('Ilse Brandt')
  })

  it.each(['Suharto', 'Smith, John, Jr.', 'Smith,', ', John', 'Smith, , John'])(
    'is wrong where the name of a person does not divide: %s',
    async name => {
      expect(issuesOf(await one({ type: 'person', Name: name, country: 'DE' }))).toEqual([
        { column: 'Name', reason: expect.stringContaining('must be a first and a last name') },
      ])
    },
  )

  it('takes the names of a person from their own columns where they have any', async () => {
    const row = {
      type: 'person',
      name: 'Dr. Ilse Brandt',
      firstName: 'Ilse',
      lastName: 'Brandt',
      country: 'DE',
    }
    expect((await one(row))?.row).toMatchObject({ name: 'Dr. Ilse Brandt', firstName: 'Ilse' })
    expect(issuesOf(await one({ ...row, firstName: '' }))).toEqual([
      { column: 'firstName', reason: 'is required and must be a string' },
    ])
  })

  it.each([
    ['09.04.1961', '1961-04-09'],
    ['9.4.1961', '1961-04-09'],
    ['1961/04/09', '1961-04-09'],
    ['1961.04.09', '1961-04-09'],
    ['19610409', '1961-04-09'],
    [19610409, '1961-04-09'],
    [' 1961-04-09 ', '1961-04-09'],
  ])('reads the day %s', async (birthDate, day) => {
    const row = { type: 'person', name: 'Ilse Brandt', country: 'DE', birthDate }
    expect((await one(row))?.row).toMatchObject({ birthDate: day })
  })

  it.each([
    '04/09/1961',
    '9-4-1961',
    '1990-02-30',
    '31.04.1990',
    '1961',
    'circa 1962',
    '196104-09',
    new Date(0),
    0.5,
  ])('is wrong where the day could be another, or is none: %s', async birthDate => {
    const row = { type: 'person', name: 'Ilse Brandt', country: 'DE', 'Birth date': birthDate }
    expect(issuesOf(await one(row))).toEqual([
      { column: 'Birth date', reason: expect.stringMatching(/^must be a/) },
    ])
  })

  it('takes "NA" for Namibia, and dashes for nothing', async () => {
    const row = { type: 'person', name: 'Ilse Brandt', country: 'NA', nationality: '-', nationalId: 'N/A' }
    expect((await one(row))?.row).toEqual({
      type: 'person',
      name: 'Ilse Brandt',
      firstName: 'Ilse',
      lastName: 'Brandt',
      countryCode: 'NA',
    })
  })

  it('takes numbers for identifiers, as far as they are exact', async () => {
    const registered = async (registration: unknown) =>
      one({ type: 'organization', name: 'Nordwind', country: 'DE', registration })
    expect((await registered(12345))?.row).toMatchObject({ registration: '12345' })
    expect((await registered(123456789012345678901n))?.row).toMatchObject({
      registration: '123456789012345678901',
    })
    for (const value of [2 ** 60, 0.1, Number.NaN, Number.POSITIVE_INFINITY, true, ['HRB'], { no: 7 }]) {
      expect(issuesOf(await registered(value))).toEqual([
        { column: 'registration', reason: 'must be a string' },
      ])
    }
    for (const value of ['1.23457E+11', '1,23457e+11']) {
      expect(issuesOf(await registered(value))).toEqual([
        { column: 'registration', reason: 'is a number that a spreadsheet has rounded' },
      ])
    }
    expect((await registered('1E5'))?.row).toMatchObject({ registration: '1E5' })
  })

  it('takes tags as a text or a list, and those of all rows', async () => {
    const tagged = async (tags: unknown, all: string[] = []) =>
      one({ type: 'organization', name: 'Nordwind', country: 'DE', tags }, { defaults: { tags: all } })
    expect((await tagged(' a, b;c | a ,', ['all']))?.row).toMatchObject({ tags: ['a', 'b', 'c', 'all'] })
    expect((await tagged(['a', 'all'], ['all']))?.row).toMatchObject({ tags: ['a', 'all'] })
    expect((await tagged(undefined, ['all']))?.row).toMatchObject({ tags: ['all'] })
    expect((await tagged('-'))?.row?.tags).toBeUndefined()
    for (const tags of [{ a: 1 }, ['a,b'], [7]])
      expect(issuesOf(await tagged(tags))).toMatchObject([{ column: 'tags' }])
  })

  it('takes type and country from the defaults where it says none', async () => {
    const options: ImportOptions = { defaults: { type: 'Company', countryCode: 'Germany' } }
    const rows = await read('name,country,type\nA,,\nB,FR,\nIlse Brandt,,person\n', options)
    expect(rows.map(({ row }) => [row?.type, row?.countryCode])).toEqual([
      ['organization', 'Germany'],
      ['organization', 'FR'],
      ['person', 'Germany'],
    ])
    expect(await read('name\nA\n', options)).toMatchObject([{ line: 2, row: { name: 'A' } }])
  })

  it('may hold fewer cells than the header, and no more', async () => {
    const rows = await read(
      'name,type,country,tags\nA,organization,DE\nB,organization,DE,t,,\nC,Ltd,organization,DE,t\n',
    )
    expect(rows.map(({ row }) => row?.name)).toEqual(['A', 'B', undefined])
    expect(issuesOf(rows[2])).toEqual([
      {
        column: null,
        reason: 'has 5 cells, but the header has 4: a cell that contains the delimiter must be quoted',
      },
    ])
  })
})

describe('what is wrong with a row', () => {
  it('is told for each field, with the column as the source calls it', async () => {
    const csv = [
      'Kind,Legal Name,Land,Reg. No.,Geburtsdatum,Citizenship,Passport',
      'org,,Atlantis,HRB 7,1961-04-09,DE,P1',
      'person,Ilse Brandt,,HRB 7,1961-02-30,Nowhere,P1',
      'trust,Acme,DE,,,,',
    ].join('\n')
    expect((await read(csv)).map(issuesOf)).toEqual([
      [
        { column: 'Land', reason: expect.stringMatching(/^must be a country: /) },
        { column: 'Legal Name', reason: 'is required and must be a string' },
        { column: 'Geburtsdatum', reason: 'is not for an organization' },
        { column: 'Citizenship', reason: 'is not for an organization' },
        { column: 'Passport', reason: 'is not for an organization' },
      ],
      [
        { column: 'Land', reason: 'is required and must be a string' },
        { column: 'Geburtsdatum', reason: 'must be a date of the form YYYY-MM-DD' },
        { column: 'Citizenship', reason: expect.stringMatching(/^must be a country: /) },
        { column: 'Reg. No.', reason: 'is not for a person' },
      ],
      [{ column: 'Kind', reason: expect.stringMatching(/^must be organization or person, .* company/) }],
    ])
  })

  it.each(['Korea', 'Congo', ' korea, the', 'KONGO', 'Corea', 'Virgin Islands'])(
    'says of %s that it could be two countries',
    async Country => {
      expect(issuesOf(await one({ type: 'org', name: 'Acme', Country }))).toEqual([
        { column: 'Country', reason: 'could be more than one country: give its ISO code' },
      ])
    },
  )

  it('names the field where there is no column for it', async () => {
    expect(issuesOf(await one({ name: 'Acme', country: 'DE' }))).toEqual([
      { column: null, reason: expect.stringMatching(/^type must be organization or person/) },
    ])
    expect(issuesOf(await one({ name: 'Acme', type: 'company' }))).toEqual([
      { column: null, reason: 'countryCode is required and must be a string' },
    ])
  })

  it('never holds a value', async () => {
    const secret = 'Ilse-Secret-1961'
    const fields = ['type', 'name', 'firstName', 'lastName', 'country', 'registration', 'birthDate']
    const more = ['nationality', 'nationalId', 'tags', secret]
    for (const type of ['person', 'organization', secret]) {
      for (const value of [secret, `\ud800${secret}`, [secret], { [secret]: secret }]) {
        const row = Object.fromEntries([...fields, ...more].map(field => [field, value]))
        const reasons = issuesOf(await one({ ...row, type })).map(({ reason }) => reason)
        expect(reasons.length).toBeGreaterThan(0)
        expect(reasons.join()).not.toContain('Secret')
      }
    }
  })

  it('may be that it is no object, or that its text cannot be sent', async () => {
    const items = JSON.parse(
      '[["Acme", "DE"], null, 7, "Acme", {"name": "\\ud800", "type": "org", "country": "DE"}]',
    )
    const rows = await read(items)
    const object = 'must be an object'
    expect(rows.map(row => issuesOf(row)[0]?.reason)).toEqual([
      object,
      object,
      object,
      object,
      'must be well-formed Unicode (it has a lone surrogate)',
    ])
  })

  it('may be that two of its keys are the same column', async () => {
    expect(issuesOf(await one({ name: 'A', NAME: 'B', type: 'org', country: 'DE' }))).toEqual([
      { column: null, reason: 'has several keys for name' },
    ])
  })
})

describe('keys that every object has', () => {
  it('are columns like others', async () => {
    const hostile = JSON.parse(
      '{"__proto__":"Evil AG","constructor":"DE","toString":"company","":"x","hasOwnProperty":"HRB 1"}',
    )
    expect(issuesOf(await one(hostile))).toEqual([
      { column: null, reason: expect.stringMatching(/^type must be organization or person/) },
    ])
    const columns = {
      name: '__proto__',
      countryCode: 'constructor',
      type: 'toString',
      registration: 'hasOwnProperty',
    }
    expect((await one(hostile, { columns }))?.row).toEqual({
      type: 'organization',
      name: 'Evil AG',
      countryCode: 'DE',
      registration: 'HRB 1',
    })
    const csv = '__proto__,constructor,toString\nEvil AG,DE,company\n'
    const named = { name: '__proto__', countryCode: 'constructor', type: 'toString' }
    expect(await read(csv, { columns: named })).toMatchObject([{ row: { name: 'Evil AG' } }])
  })

  it('may be values', async () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(await one({ type: 'org', name, country: 'DE', tags: name })).toMatchObject({
        row: { name, tags: [name] },
      })
    for (const type of ['__proto__', 'constructor'])
      expect(issuesOf(await one({ type, name: 'Acme', country: type }))).toMatchObject([{ column: 'type' }])
  })

  it('do not fill in for what is left out', async () => {
    const rows = await read('#,,name,type,country\n1,x,Acme,org,DE\n')
    expect(rows).toEqual([{ line: 2, row: { type: 'organization', name: 'Acme', countryCode: 'DE' } }])
  })

  it('in objects of two shapes do not make them one', async () => {
    const rows = await read([
      { 'name\ntype': 'x', country: 'DE' },
      { name: 'A', 'type\ncountry': 'x', type: 'org', country: 'DE' },
      { name: 'B', type: 'org', country: 'DE' },
    ])
    expect(rows.map(({ row }) => row?.name)).toEqual([undefined, 'A', 'B'])
  })
})

describe('a header', () => {
  it.each([
    ['without names', 'type,country\norg,DE\n', {}, 'columns.name must say which column holds the names'],
    ['without a type', 'name,country\nA,DE\n', {}, 'columns.type must say which column holds the type'],
    [
      'without a country',
      'name,type\nA,org\n',
      {},
      'columns.countryCode must say which column holds the country',
    ],
    [
      'without anything that is required',
      'name of the client,account manager,tags\nA,Kim,x\n',
      { columns: { tags: 'Label' } },
      'importPortfolio: columns.tags names a column that is not there; columns.name must say which column holds the names (or ' +
        'columns.firstName and columns.lastName, for persons); columns.type must say which column holds the type, unless ' +
        'defaults.type says it for all rows; columns.countryCode must say which column holds the country, unless ' +
        'defaults.countryCode says it for all rows; the first line has no column that is known',
    ],
    ['with half of a name', 'first name,type,country\nA,org,DE\n', {}, 'columns.name must say'],
    [
      'without a column that was named',
      'name,type,country\nA,org,DE\n',
      { columns: { tags: 'Label' } },
      'columns.tags names a column that is not there',
    ],
    [
      'with two columns of one name',
      'name,type,country,Name\nA,org,DE,B\n',
      {},
      'columns.name must name one column, but there are several of that name',
    ],
    [
      'with a quote that is not closed',
      'name,type,country,"notes\nA,org,DE,x\n',
      {},
      'source cannot be read: its header has a quote that is not closed',
    ],
  ])('%s is refused', async (_, csv, options, sentence) => {
    await expect(read(csv, options)).rejects.toMatchObject({
      name: 'InputValidationError',
      message: expect.stringContaining(sentence),
    })
  })

  it('is shown where it is one, and not where the first line may be a person', async () => {
    await expect(read('Name;Typ;Land\nA;org;DE\n')).rejects.toThrow('the header has "Name", "Typ", "Land"')
    const error = await read('Ilse Brandt,1961-04-09,DE\nDragomir Vosskov,1958-03-12,RU\n').catch(String)
    expect(error).toContain('the first line has no column that is known')
    expect(error).not.toContain('Brandt')
  })

  it('may name columns that nothing is made of, which are told', async () => {
    const reader = createRowReader(
      await openSource('#,name,type,country,Notes,,Notes\n1,A,org,DE,x,y,z\n'),
      {},
    )
    expect(await collect(reader.rows)).toHaveLength(1)
    expect(reader.unusedColumns()).toEqual(['#', 'Notes'])
  })
})
