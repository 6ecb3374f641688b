import type { ImportOptions, PortfolioSource } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import type { SourceRow } from '../../../src/portfolio/rows/read-row.ts'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { collect } from '../source/collect.ts'

async function read(source: PortfolioSource, options: ImportOptions = {}): Promise<SourceRow[]> {
  return (await collect((await openRows(source, { nameOrder: 'first_last', ...options })).rows)).flat()
}

/** The one row of a source of objects. */
async function one(item: object, options: ImportOptions = {}) {
  const [row] = await read([item], options)
  return row
}

const issuesOf = (row: SourceRow | undefined) =>
  row?.row === null ? row.problems.map(({ column, reason }) => ({ column, reason })) : []

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
          countryCode: 'DE',
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
          countryCode: 'DE',
          birthDate: '1961-04-09',
          nationality: 'GB',
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
          countryCode: 'KR',
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

  it.each(['Brandt, Ilse', ' Brandt ,Ilse ', 'Ilse Brandt', 'Ilse\u00a0Brandt', '\tIlse  Brandt\n'])(
    'finds first and last name in %j',
    async name => {
      expect(await one({ type: 'person', name, country: 'DE' })).toMatchObject({
        row: { firstName: 'Ilse', lastName: 'Brandt' },
      })
    },
  )

  it.each([
    'John Smith, Jr.',
    'John A. Smith, PhD',
    'Ilse Brandt IV',
    'Ilse Brandt Jr.',
    'Sammy Davis Jr',
    'SAMMY DAVIS JR',
    'john smith iii',
    'Ilse Brandt Ph. D.',
    'John Smith Sr. M.D.',
    'Smith Jr., John',
    'Smith, John Jr.',
    'John Smith V',
    'John Smith CBE',
    'John Smith O.B.E.',
    'Smith, John CFA',
    'John Smith, PhD MBA',
    'Rev. Martin King',
    'Max Mustermann Dr.',
    'Prof. Dr. med. Ilse Brandt',
    'Rahman, Md.',
    'Gagan KC',
    'Malcolm X',
  ])('is wrong where a word of its name may be a title, a suffix or an honour: %s', async name => {
    expect(issuesOf(await one({ type: 'person', name, country: 'DE' }))).toEqual([
      { column: 'name', reason: expect.stringContaining('use two columns') },
    ])
  })

  it.each([
    ['Silva, Junior', 'Junior', 'Silva'],
    ['Vinícius Júnior', 'Vinícius', 'Júnior'],
    ['Smith, J.R.', 'J.R.', 'Smith'],
    ['JACK MA', 'JACK', 'MA'],
    ['Márquez, V.', 'V.', 'Márquez'],
    ['Naosuke Ii', 'Naosuke', 'Ii'],
    ['Smith, N.A.', 'N.A.', 'Smith'],
    ['Smith, Na', 'Na', 'Smith'],
    ['Null, Ilse', 'Ilse', 'Null'],
  ])('takes for a name what only looks like a suffix: %s', async (name, firstName, lastName) => {
    expect((await one({ type: 'person', name, country: 'DE' }))?.row).toMatchObject({ firstName, lastName })
  })

  it.each([
    ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['van Beethoven, Ludwig', 'Ludwig', 'van Beethoven'],
    ['Ursula von der Leyen', 'Ursula', 'von der Leyen'],
    ['Leonardo da Vinci', 'Leonardo', 'da Vinci'],
  ])('begins a last name with its particles: %s', async (name, firstName, lastName) => {
    expect((await one({ type: 'person', name, country: 'DE' }))?.row).toMatchObject({ firstName, lastName })
  })

  it('sends the whole name of a person in the usual order, with single spaces', async () => {
    const nameOf = async (name: string) => (await one({ type: 'person', name, country: 'DE' }))?.row?.name
    expect(await nameOf('Ilse  Brandt')).toBe('Ilse Brandt')
    expect(await nameOf('Brandt, Ilse')).toBe('Ilse Brandt')
  })

  it.each([
    'ilse Brandt',
    'Smith, John, Jr.',
    'Smith,',
    ', John',
    'Smith, , John',
    'Smith, Jr.',
    'Brandt IV',
    'Dr Smith',
    'Smith Dr.',
    'Smith CBE',
    'Hon. Smith',
    'Mr. Smith Jr.',
    'Smith, Dr.',
    'van Beethoven',
    'Smith, -',
    'Smith, N/A',
    'Smith, n / a',
    '-, John',
    'N/A, John',
    '-, John Jr.',
    'Smith, Dr. -',
    'Smith -',
    '- Smith',
    'John N/A',
    'John - Jr.',
  ])('is wrong where the name of a person cannot be split: %s', async name => {
    expect(issuesOf(await one({ type: 'person', Name: name, country: 'DE' }))).toEqual([
      {
        column: 'Name',
        reason: expect.stringContaining('cannot be split safely into first and last name'),
      },
    ])
  })

  it.each(['N/A', 'n/a', '-', '', ' '])(
    'lacks its name, once and in its column, where that holds nothing: %j',
    async name => {
      const [person] = await read(`type,Full name,country\nperson,${name},DE\n`)
      expect(issuesOf(person)).toEqual([
        { column: 'Full name', reason: expect.stringMatching(/^is required/) },
      ])
    },
  )

  it('lacks the parts of a name in their columns where it has those', async () => {
    const [person] = await read('type,name,first name,last name,country\nperson,-,-,-,DE\n')
    expect(issuesOf(person).map(({ column }) => column)).toEqual(['first name', 'last name'])
  })

  it.each([
    'Karl & Ilse Brandt',
    'Karl Brandt / Ilse Brandt',
    'Karl Brandt + Ilse Brandt',
    'Karl and Ilse Brandt',
    'Karl und Ilse Brandt',
    'KARL AND ILSE BRANDT',
    'Jan/Ilse Brandt',
    'Ilse Brandt (née Müller)',
    'Ilse (geb. Müller) Brandt',
    'Ilse Brandt geb. Müller',
    'Ilse Brandt born Müller',
    'Ilse Brandt (Müller)',
    'Ilse (Brandt',
    'Ilse Brandt)',
    'Karl May, Ilse Brandt',
    'Dr. Karl May, Prof. Ilse Brandt',
  ])('is wrong where its name may be that of two, or more than a name: %s', async name => {
    expect(issuesOf(await one({ type: 'person', Name: name, country: 'DE' }))).toEqual([
      { column: 'Name', reason: expect.stringContaining('use two columns') },
    ])
    expect((await one({ type: 'company', name, country: 'DE' }))?.row).toMatchObject({ name })
    const parts = { 'first name': 'Ilse', 'last name': 'Brandt' }
    const own = await one({ type: 'person', ...parts, country: 'DE' })
    expect(own?.row).toMatchObject({ firstName: 'Ilse', lastName: 'Brandt' })
  })

  it.each([
    'Juan Carlos de la Cruz y Vega',
    'José Ortega y Gasset, Jr.',
    'Maria da Costa e Silva',
    'Antoni Gaudí i Cornet',
    'Elisabeth (Ilse) Brandt',
    'Beethoven, Ludwig van',
    'Dr. Ilse Brandt',
    'Brandt, Dr. Ilse',
    'Ortega y Gasset, José',
    'García Márquez, Gabriel',
    '[pep] Ilse Brandt',
  ])('is wrong where its last name may begin in more than one place: %s', async name => {
    expect(issuesOf(await one({ type: 'person', name, country: 'DE' }))).toEqual([
      { column: 'name', reason: expect.stringContaining('use two columns') },
    ])
  })

  it.each([
    ['van der Berg, Ilse Maria', 'Ilse Maria', 'van der Berg'],
    ['Max Born', 'Max', 'Born'],
    ['Watchman Nee', 'Watchman', 'Nee'],
    ['Anderson Brand', 'Anderson', 'Brand'],
  ])('is read where its name can be that of one alone: %s', async (name, firstName, lastName) => {
    expect((await one({ type: 'person', name, country: 'DE' }))?.row).toMatchObject({ firstName, lastName })
  })

  it.each(['Karl May', 'Ilse May', 'May, Ilse', 'Nordwind GmbH'])(
    'is wrong where its name differs from its first and last name: %s',
    async name => {
      const parts = { 'first name': 'Ilse', 'last name': 'Brandt' }
      expect(issuesOf(await one({ type: 'person', name, ...parts, country: 'DE' }))).toEqual([
        { column: 'name', reason: expect.stringContaining('differs from the first and last name') },
      ])
    },
  )

  it.each([
    'Brandt, Ilse',
    'ILSE BRANDT',
    'Dr. Ilse Maria Brandt',
    'Dr. I. Brandt',
    'Ilse Brandt-Müller',
    'Brandt',
    'Lilli Brandt',
    'Ильзе Брандт',
  ])('is read where its name has more or fewer words than its parts: %s', async name => {
    const parts = { 'first name': 'Ilse', 'last name': 'Brandt' }
    expect((await one({ type: 'person', name, ...parts, country: 'DE' }))?.row).toMatchObject({ name })
  })

  it.each(['\u200b', ' \u200b\u2060 ', '\u00ad', '\u2800', '\ufeff'])(
    'lacks a name of which nothing is seen: %j',
    async name => {
      expect(issuesOf(await one({ type: 'company', name, country: 'DE' }))).toEqual([
        { column: 'name', reason: expect.stringMatching(/^is required/) },
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
      { column: 'firstName', reason: 'is required' },
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
    '1961-13-45',
    '1961-00-09',
    '22380',
    22380,
    '04061961',
    '0061-04-09',
    '0000-04-09',
    '2961-04-09',
    '1900-01-00',
    '0001-01-01',
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
    const brandt = { type: 'person', name: 'Ilse Brandt', firstName: 'Ilse', lastName: 'Brandt' }
    expect((await one(row))?.row).toEqual({ ...brandt, countryCode: 'NA' })
    const named = await one({ ...row, nationality: 'NA' })
    expect(named?.row).toEqual({ ...brandt, countryCode: 'NA', nationality: 'NA' })
  })

  it.each(['NULL', 'null', 'Null', 'nan', 'NaN', 'N/A', 'n/a', '-', ' ', '\\N'])(
    'takes %j for no value',
    async word => {
      const rows = await read([
        { type: 'org', name: 'Acme', country: 'DE', registration: word },
        {
          type: 'person',
          name: 'Ilse Brandt',
          country: 'DE',
          nationalId: word,
          dob: word,
          nationality: word,
        },
      ])
      expect(rows.map(({ row }) => Object.keys(row ?? {}).toSorted())).toEqual([
        ['countryCode', 'name', 'type'],
        ['countryCode', 'firstName', 'lastName', 'name', 'type'],
      ])
    },
  )

  it.each([
    'none',
    'unknown',
    '--',
    'TBD',
    'keine',
    'No.',
    0,
    '00000000',
    '—',
    '#',
    '1.23457E+11',
    '1,23457e+11',
    '1E+11',
    '123E+09',
    '1.23457E11',
    '1.23E+5 ',
    '-1.2E+10',
    "'1E+11",
    "'00123",
  ])('is wrong where a number stands for none, or comes from a spreadsheet: %s', async number => {
    const rows = await read([
      { type: 'org', name: 'Nordwind', country: 'DE', registration: number },
      { type: 'person', name: 'Ilse Brandt', country: 'DE', nationalId: number },
    ])
    expect(rows.flatMap(issuesOf)).toEqual(
      ['registration', 'nationalId'].map(column => ({
        column,
        reason: expect.stringMatching(/^(must have a digit from 1 to 9|looks damaged by a spreadsheet)/),
      })),
    )
  })

  it('leaves a word for no value where it may be a name or a tag', async () => {
    const [person, organization, nowhere] = await read([
      { type: 'person', firstName: 'Unknown', lastName: 'Null', country: 'DE' },
      { type: 'org', name: 'None Ltd', country: 'DE', tags: 'unknown' },
      { type: 'org', name: 'Acme', country: 'unknown' },
    ])
    expect(person?.row).toMatchObject({ firstName: 'Unknown', lastName: 'Null' })
    expect(organization?.row).toMatchObject({ name: 'None Ltd', tags: ['unknown'] })
    expect(issuesOf(nowhere)).toMatchObject([{ column: 'country' }])
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
  })

  it.each([
    '1E5',
    '12E4',
    'HRB 1E5',
    '12E45A',
    'E11',
    '1E',
    '00123',
    '12.345',
    'NA-7',
    'Unknown 7',
    '#12',
    'X1',
    '7',
  ])('keeps a registration number that looks like a rounded number or no value: %s', async registration => {
    const row = { type: 'org', name: 'Nordwind', country: 'DE', registration }
    expect((await one(row))?.row).toMatchObject({ registration })
  })

  it.each([
    '#####',
    '#REF!',
    '#NAME?',
    '#VALUE!',
    '#DIV/0!',
    '#NUM!',
    '#NULL!',
    '#BEZUG!',
    '#¡VALOR!',
    'Err:502',
    '#N/A',
  ])('is wrong where a spreadsheet has an error in place of a value: %s', async error => {
    const good = { type: 'person', name: 'Ilse Brandt', country: 'DE' }
    for (const column of ['type', 'name', 'country', 'birth date', 'nationality', 'national id', 'tags'])
      expect(issuesOf(await one({ ...good, [column]: error }))).toEqual([
        { column, reason: 'is an error that a spreadsheet has put in place of a value' },
      ])
  })

  it.each(['A\n7', 'A\r7', 'A\t7', 'A\u001b7', 'A\u007f7', 'A\u00857', 'A\u20287', 'A\u202e7', 'A\u20667'])(
    'is wrong where a text that is sent has a control character: %j',
    async text => {
      const reason = 'must not hold a line break or another control character'
      const acme = { type: 'org', name: 'Acme', country: 'DE' }
      const brandt = { type: 'person', firstName: 'Ilse', lastName: 'Brandt', country: 'DE' }
      for (const column of ['name', 'registration', 'tags'])
        expect(issuesOf(await one({ ...acme, [column]: text }))).toEqual([{ column, reason }])
      for (const column of ['firstName', 'lastName', 'nationalId'])
        expect(issuesOf(await one({ ...brandt, [column]: text }))).toEqual([{ column, reason }])
      for (const name of [`Ilse ${text}`, `${text}, Ilse`, text.replace('A', 'Brandt,')])
        expect(issuesOf(await one({ type: 'person', name, country: 'DE' }))).toMatchObject([
          { column: 'name' },
        ])
    },
  )

  it('keeps the joiners that scripts need', async () => {
    for (const name of ['می\u200cخواهم', 'ක්\u200dෂ'])
      expect((await one({ type: 'org', name, country: 'DE' }))?.row).toMatchObject({ name })
  })

  it.each(['\u00ad', '\u200b', '\u200e', '\u200f', '\u2060', '\ufeff'])(
    'drops a character that nobody sees in every field: %j',
    async mark => {
      const hide = (text: string) => `${mark}${text.slice(0, 2)}${mark}${text.slice(2)}${mark}`
      const acme = { type: 'org', name: 'Acme', country: 'Germany', registration: 'HRB 7', tags: 'key' }
      const ilse = { type: 'person', firstName: 'Ilse', lastName: 'Brandt', country: 'DE' }
      const more = { birthDate: '1961-04-09', nationality: 'GB', nationalId: 'L01X00T47' }
      for (const item of [acme, { ...ilse, ...more }]) {
        const hidden = Object.fromEntries(Object.entries(item).map(([key, text]) => [key, hide(text)]))
        const expected = await one(item)
        expect(expected?.row).not.toBeNull()
        expect(await one(hidden)).toEqual(expected)
      }
      expect((await one({ ...acme, tags: [hide('key')] }))?.row).toMatchObject({ tags: ['key'] })
    },
  )

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
      ['organization', 'DE'],
      ['organization', 'FR'],
      ['person', 'DE'],
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

describe('the arrays in which rows come', () => {
  const companies = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ type: 'org', name: `Company ${number}`, country: 'DE' }))
  const sizesOf = async (source: PortfolioSource) =>
    (await collect((await openRows(source, {})).rows)).map(({ length }) => length)

  it('are few and never empty, however large the source', { tags: 'long' }, async () => {
    const lines = companies(5000).map(({ type, name, country }) => `${type},${name},${country}`)
    const csv = `type,name,country\n\n${lines.join('\n')}\n`
    for (const source of [csv, new TextEncoder().encode(csv), companies(5000)]) {
      const sizes = await sizesOf(source)
      expect(sizes.length).toBeLessThan(100)
      expect(Math.min(...sizes)).toBeGreaterThan(0)
      expect(Math.max(...sizes)).toBeLessThan(5000)
      expect(sizes.reduce((sum, size) => sum + size)).toBe(5000)
    }
    expect(await sizesOf('type,name,country\n')).toEqual([])
  })
})

describe('what is wrong with a row', () => {
  it('is told for each field, with the column as the source calls it', async () => {
    const csv = [
      'Kind,Legal Name,Land,Reg. No.,Geburtsdatum,Citizenship,Passport',
      'org,,Atlantis,HRB 7,1961-04-09,DE,P1',
      'person,Ilse Brandt,,HRB 7,1961-02-30,Nowhere,P1',
      'trust,Acme,DE,,,,',
      'Entity,Acme,DE,,,,',
      'Acme GmbH & Co,Acme,DE,,,,',
    ].join('\n')
    expect((await read(csv)).map(issuesOf)).toEqual([
      [
        { column: 'Land', reason: expect.stringMatching(/^must be a country: /) },
        { column: 'Legal Name', reason: 'is required' },
        { column: 'Geburtsdatum', reason: 'is not for an organization' },
        { column: 'Citizenship', reason: 'is not for an organization' },
        { column: 'Passport', reason: 'is not for an organization' },
      ],
      [
        { column: 'Land', reason: 'is required' },
        { column: 'Geburtsdatum', reason: 'must be a date: there is no such day' },
        { column: 'Citizenship', reason: expect.stringMatching(/^must be a country: /) },
        { column: 'Reg. No.', reason: 'is not for a person' },
      ],
      ...Array.from({ length: 3 }, () => [
        { column: 'Kind', reason: expect.stringMatching(/^must be organization or person, .* company/) },
      ]),
    ])
  })

  it.each([
    ['Korea', '"Korea" could be KP or KR: give the ISO code'],
    ['Congo', '"Congo" could be CD or CG: give the ISO code'],
    [' korea, the', '"korea, the" could be KP or KR: give the ISO code'],
    ['KONGO', '"KONGO" could be CD or CG: give the ISO code'],
    ['Corea', '"Corea" could be KP or KR: give the ISO code'],
    ['Virgin Islands', '"Virgin Islands" could be VG or VI: give the ISO code'],
    ['Germny', 'must be a country: a 2-letter or 3-letter ISO code, or a name such as Germany'],
  ])('says of %s which countries it could be, if any', async (Country, reason) => {
    expect(issuesOf(await one({ type: 'org', name: 'Acme', Country }))).toEqual([
      { column: 'Country', reason },
    ])
  })

  it('names the field where there is no column for it', async () => {
    expect(issuesOf(await one({ name: 'Acme', country: 'DE' }))).toEqual([
      { column: null, reason: expect.stringMatching(/^type must be organization or person/) },
    ])
    expect(issuesOf(await one({ name: 'Acme', type: 'company' }))).toEqual([
      { column: null, reason: 'countryCode is required' },
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
      { column: null, reason: 'has several keys for name: name the one that counts in columns' },
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
        'defaults.countryCode says it for all rows; the header line has no column that is known (it was read as 3 columns): if a title stands above the header, set headerLine',
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
      'columns.name matches several columns: name the one that counts',
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
    expect(error).toContain(
      'the header line has no column that is known (it was read as 3 columns): if a title stands above the header, set headerLine',
    )
    expect(error).not.toContain('Brandt')
  })

  it('may name columns that nothing is made of, which are told', async () => {
    const reader = await openRows('#,name,type,country,Notes,,Notes\n1,A,org,DE,x,y,z\n', {})
    expect((await collect(reader.rows)).flat()).toHaveLength(1)
    expect(reader.unusedColumns()).toEqual(['#', 'Notes'])
  })
})
