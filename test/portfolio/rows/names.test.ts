import type { ReadingOptions } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { collect } from '../source/collect.ts'
import { createTeam, importInto, problemLines } from '../team.ts'

type NameOrder = ReadingOptions['nameOrder']

async function readItem(item: object, nameOrder: NameOrder = 'first_last') {
  const [row] = (await collect((await openRows([item], { nameOrder })).rows)).flat()
  return row
}

/** First and last name of a person, or the reason why the full name is refused. */
async function divide(name: string, nameOrder?: NameOrder): Promise<unknown> {
  const row = await readItem({ type: 'person', 'Full name': name, country: 'DE' }, nameOrder)
  if (row?.row === null) {
    expect(row.problems.map(({ column }) => column)).toEqual(['Full name'])
    return row.problems[0].reason
  }
  return row?.row.type === 'person' ? [row.row.firstName, row.row.lastName] : row
}

/** The reasons why a row is refused, by column. */
async function reasonsOf(item: object): Promise<Record<string, string>> {
  const row = await readItem(item)
  const problems = row?.row === null ? row.problems : []
  return Object.fromEntries(problems.map(({ column, reason }) => [column, reason]))
}

describe('a full name with one comma after one word', () => {
  it.each([
    ['Thaler, Edda', 'Edda', 'Thaler'],
    ['Thaler, Edda Maria', 'Edda Maria', 'Thaler'],
    ['van der Thaler, Edda', 'Edda', 'van der Thaler'],
    ['Van Thaler, Edda', 'Edda', 'Van Thaler'],
    ['LE THALER, EDDA', 'EDDA', 'LE THALER'],
    ['van der THALER, EDDA', 'EDDA', 'van der THALER'],
    ['McTHALER, EDDA', 'EDDA', 'McTHALER'],
    ['Thaler, Edda M', 'Edda M', 'Thaler'],
    ['Thaler, E.-M.', 'E.-M.', 'Thaler'],
    ['thaler, edda', 'edda', 'thaler'],
    ['Thaler, Maria do Carmo', 'Maria do Carmo', 'Thaler'],
  ])('is divided there in either order: %s', async (name, first, last) => {
    for (const order of [undefined, 'first_last', 'last_first'] as const)
      expect(await divide(name, order)).toEqual([first, last])
  })

  it.each([
    'Thaler, III',
    'Thaler, Edda CFA',
    'Thaler, Edda MD',
    'Thaler, Edda van',
    'Thaler, Edda, Jr.',
    'Thaler, edda',
  ])('is refused if a word is no first name: %s', async name => {
    for (const order of ['first_last', 'last_first'] as const)
      expect(await divide(name, order)).toMatch(/^cannot be split safely/)
  })
})

describe('a full name with a comma after several words', () => {
  it.each([
    'Smith John, London',
    'Thaler Ruiz, Edda',
    'Edda Thaler, Ivo Reuss',
    'Edda Thaler, M.A.',
    'EDDA THALER, CPA',
  ])('is refused in any order, because the words may be a full name: %s', async name => {
    for (const order of [undefined, 'first_last', 'last_first'] as const)
      expect(await divide(name, order)).toBe(
        'cannot be split safely into first and last name, because several words before a comma may be a full name: use two columns',
      )
  })
})

describe('the order first_last', () => {
  it.each([
    ['Edda Thaler', 'Edda', 'Thaler'],
    ['Edda Maria Thaler', 'Edda Maria', 'Thaler'],
    ['Edda M. Thaler', 'Edda M.', 'Thaler'],
    ['Edda X Thaler', 'Edda X', 'Thaler'],
    ['Edda von der Thaler', 'Edda', 'von der Thaler'],
    ['EDDA VON DER THALER', 'EDDA', 'VON DER THALER'],
    ['Edda De Thaler', 'Edda', 'De Thaler'],
    ['Al Thaler', 'Al', 'Thaler'],
    ['Edda al-Thaler', 'Edda', 'al-Thaler'],
    ["Edda 't Thaler", 'Edda', "'t Thaler"],
    ['Edda Maria THALER', 'Edda Maria', 'THALER'],
    ['EDDA McTHALER', 'EDDA', 'McTHALER'],
    ['EDDA GROß', 'EDDA', 'GROß'],
    ['edda thaler', 'edda', 'thaler'],
    ['Wai Hon Chan', 'Wai Hon', 'Chan'],
    ['J.R. Thaler', 'J.R.', 'Thaler'],
    ['I.V. Thaler', 'I.V.', 'Thaler'],
    ['MD THALER', 'MD', 'THALER'],
    ['Or Thaler', 'Or', 'Thaler'],
    ['Vinícius Júnior', 'Vinícius', 'Júnior'],
    ['Eduardo Co', 'Eduardo', 'Co'],
    ['José Sá', 'José', 'Sá'],
    ['José SÁ', 'José', 'SÁ'],
    ['Chen Ou', 'Chen', 'Ou'],
    ['JOSE SABA', 'JOSE', 'SABA'],
    ['太郎 山田', '太郎', '山田'],
  ])('makes the last word and the particles before it the last name: %s', async (name, first, last) => {
    expect(await divide(name, 'first_last')).toEqual([first, last])
  })
})

describe('the order last_first', () => {
  it.each([
    ['Thaler Edda', 'Edda', 'Thaler'],
    ['Thaler Edda Maria', 'Edda Maria', 'Thaler'],
    ['THALER Edda', 'Edda', 'THALER'],
    ['van der Thaler Edda', 'Edda', 'van der Thaler'],
    ['LE THALER Edda', 'Edda', 'LE THALER'],
    ['Le Minh', 'Minh', 'Le'],
    ['Nguyen Van Anh', 'Van Anh', 'Nguyen'],
    ['Nagy Péter', 'Péter', 'Nagy'],
    ['Thaler J.R.', 'J.R.', 'Thaler'],
    ['山田 太郎', '太郎', '山田'],
    ['山田　太郎', '太郎', '山田'],
  ])('makes the particles and one word at the beginning the last name: %s', async (name, first, last) => {
    expect(await divide(name, 'last_first')).toEqual([first, last])
  })

  it.each(['Le Minh Anh', 'DO THI MAI', 'De Thaler Edda', 'le minh anh'])(
    'refuses a first word that may be a particle or a last name: %s',
    async name => {
      expect(await divide(name, 'last_first')).toMatch(/^cannot be split safely/)
    },
  )
})

describe('either order', () => {
  it('divides two last names wrongly, as the page says', async () => {
    expect(await divide('Edda Reuss Thaler', 'first_last')).toEqual(['Edda Reuss', 'Thaler'])
    expect(await divide('Edda Reuss Thaler', 'last_first')).toEqual(['Reuss Thaler', 'Edda'])
  })

  it.each([
    'Dr Edda Thaler',
    'Dr. Edda Thaler',
    'Edda Thaler Jr',
    'Edda Thaler Jr.',
    'EDDA THALER SR',
    'THALER III',
    'Edda Thaler III',
    'edda thaler iii',
    'Edda Maria Júnior',
    'Edda Thaler PhD',
    'Edda Thaler CBE',
    'Edda Thaler O.B.E.',
    'Edda & Ivo Thaler',
    'Edda/Ivo Thaler',
    'Edda + Ivo Thaler',
    'EDDA AND IVO THALER',
    'Edda und Ivo Thaler',
    'Edda (Ivo) Thaler',
    'Edda [Ivo] Thaler',
    'Edda Thaler 2',
    'Edda 2Thaler',
    'Edda Thaler geb. Reuss',
    'Edda born Thaler',
    'Edda Ortega y Gasset',
    'von der Thaler',
    'Edda van',
  ])('refuses what is more than names: %s', async name => {
    for (const order of [undefined, 'first_last', 'last_first'] as const)
      expect(await divide(name, order)).toMatch(/^cannot be split safely/)
  })

  it.each([
    ['THALER Edda', 'first_last'],
    ['KIM Min-jun', 'first_last'],
    ['Edda THALER', 'last_first'],
    ['Edda RUIZ THALER', 'first_last'],
  ] as const)('refuses a last name in capitals in another place: %s, %s', async (name, order) => {
    expect(await divide(name, order)).toMatch(/^cannot be split safely/)
  })

  it('is named in the reason if a name is refused in this order alone', async () => {
    expect(await divide('THALER Edda', 'first_last')).toBe(
      'cannot be split safely into first and last name, because nameOrder is first_last: use two columns, or write "Brandt, Ilse"',
    )
    expect(await divide('Dr. Edda Thaler', 'first_last')).toBe(
      'cannot be split safely into first and last name: use two columns, or write "Brandt, Ilse", without titles and suffixes',
    )
  })

  it('is a symbol, by its code point', async () => {
    for (const name of ['Thaler😀, Edda', 'Edda Thaler 😀'])
      expect(await divide(name, 'first_last')).toMatch(
        /^cannot be split safely into first and last name, because it has the character U\+1F600: use two columns/,
      )
  })

  it('keeps the words of the full name in the usual order', async () => {
    const nameOf = async (name: string, order: NameOrder) =>
      (await readItem({ type: 'person', name, country: 'DE' }, order))?.row?.name
    expect(await nameOf('Edda  Thaler', 'first_last')).toBe('Edda Thaler')
    expect(await nameOf('Thaler  Edda', 'last_first')).toBe('Edda Thaler')
    expect(await nameOf('Thaler, Edda', undefined)).toBe('Edda Thaler')
  })

  it('leaves the names of organizations, and names in two columns, as they are', async () => {
    const organization = { type: 'company', name: 'Thaler & Reuss (2) GmbH', country: 'DE' }
    expect((await readItem(organization))?.row).toMatchObject({ name: 'Thaler & Reuss (2) GmbH' })
    const person = { type: 'person', 'first name': 'Edda 2', 'last name': 'Thaler Jr', country: 'DE' }
    expect((await readItem(person))?.row).toMatchObject({ firstName: 'Edda 2', lastName: 'Thaler Jr' })
  })
})

describe('a full name of a person', () => {
  it.each([
    'Halfmoon Minerals GmbH',
    'HALFMOON MINERALS GMBH',
    'Halfmoon Corp.',
    'Halfmoon Limited',
    'Halfmoon Company',
    'Halfmoon Gesellschaft mit beschränkter Haftung',
    'Halfmoon Ltd',
    'Halfmoon, Ltd.',
    'HALFMOON LTD',
    'halfmoon inc',
    'Halfmoon LLC',
    'Halfmoon AG',
    'HALFMOON AG',
    'JOSE SA',
    'Halfmoon & Co. KG',
    'Halfmoon S.p.A.',
    'Halfmoon Sp. z o.o.',
    'Halfmoon Sdn Bhd',
  ])('that ends in a legal form is refused, with the type as the reason: %s', async name => {
    expect(await divide(name)).toMatch(
      /^ends in the legal form of an organization: set type to organization, or/,
    )
    expect((await readItem({ type: 'company', name, country: 'DE' }))?.row).toMatchObject({ name })
  })

  it('of one word is refused with the way to create the person', async () => {
    for (const name of ['Suharto', 'al-Thaler', '山田'])
      expect(await divide(name)).toBe(
        "is one word, but the service's bulk operation needs a first and a last name: create this person with entities.create, which accepts a name alone",
      )
    expect(await reasonsOf({ type: 'person', firstName: 'Suharto', lastName: '-', country: 'ID' })).toEqual({
      lastName: expect.stringContaining('create a person of one name with entities.create'),
    })
    expect(await reasonsOf({ type: 'person', firstName: '', lastName: '', country: 'ID' })).toEqual({
      firstName: 'is required',
      lastName: 'is required',
    })
  })
})

describe('a name that lost its letters', () => {
  it.each([
    ['Edda M\ufffdller', 'U+FFFD'],
    ['Edda MÃ¼ller', 'Latin-1'],
    ['Edda M&uuml;ller', 'HTML entity'],
    ['Edda M&#252;ller', 'HTML entity'],
    ['???', 'must have a letter'],
  ])('is refused in any column: %s', async (name, reason) => {
    for (const type of ['person', 'company'])
      expect(await reasonsOf({ type, name, country: 'DE' })).toEqual({
        name: expect.stringContaining(reason),
      })
    const parts = { firstName: name, middleName: name, lastName: name, suffix: name }
    expect(Object.keys(await reasonsOf({ type: 'person', ...parts, country: 'DE' }))).toEqual([
      'firstName',
      'middleName',
      'lastName',
      'suffix',
    ])
  })

  it.each(['1&1', '3 2 1', 'AT&T', 'R&D; Co', 'Marks & Reuss', '“IRMÃ” Ltda', 'CAFÉ’S BAR', 'MÜLLER – ÖL'])(
    'is no name of a company such as %s',
    async name => {
      expect((await readItem({ type: 'company', name, country: 'DE' }))?.row).toMatchObject({ name })
    },
  )

  it('is a number as the name of a person', async () => {
    expect(await reasonsOf({ type: 'person', name: 3210, country: 'DE' })).toEqual({
      name: 'must have a letter',
    })
  })
})

describe('parts of names in columns of their own', () => {
  it('are sent with the first name, the suffix with the last name', async () => {
    const csv = [
      'type,first name,middle name,patronymic,last name,suffix,country',
      'person,Ivo,M.,Petrovich,Reuss,Jr,DE',
      'person,Ivo,-,,Reuss,,DE',
    ].join('\n')
    const rows = (await collect((await openRows(csv, {})).rows)).flat()
    const person = { type: 'person', countryCode: 'DE' }
    expect(rows.map(({ row }) => row)).toEqual([
      { ...person, firstName: 'Ivo M. Petrovich', lastName: 'Reuss Jr' },
      { ...person, firstName: 'Ivo', lastName: 'Reuss' },
    ])
  })

  it.each(['Second name', 'MIDDLE_NAMES', 'Patronymic'])('are added to a full name: %s', async column => {
    const row = { type: 'person', name: 'Reuss, Ivo', [column]: 'Petrovich', country: 'DE' }
    expect((await readItem(row))?.row).toEqual({
      type: 'person',
      firstName: 'Ivo Petrovich',
      lastName: 'Reuss',
      name: 'Ivo Petrovich Reuss',
      countryCode: 'DE',
    })
  })

  it('are added to a full name beside first and last names, which otherwise stays as it is', async () => {
    const ilse = {
      type: 'person',
      name: 'Brandt, Ilse',
      firstName: 'Ilse',
      lastName: 'Brandt',
      country: 'DE',
    }
    const parts = { middleName: 'Maria', suffix: 'Jr' }
    expect((await readItem({ ...ilse, ...parts }))?.row).toEqual({
      type: 'person',
      firstName: 'Ilse Maria',
      lastName: 'Brandt Jr',
      name: 'Ilse Maria Brandt Jr',
      countryCode: 'DE',
    })
    for (const blank of [{}, { middleName: '-', suffix: '' }, { middleName: 'Ilse', firstName: 'Eva Ilse' }])
      expect((await readItem({ ...ilse, ...blank }))?.row).toMatchObject({ name: 'Brandt, Ilse' })
  })

  it('are not repeated after a name that ends in them', async () => {
    const name = { firstName: 'Ivo Petrovich', patronymic: 'PETROVICH', lastName: 'Reuss Jr.', suffix: 'Jr' }
    expect((await readItem({ type: 'person', ...name, country: 'DE' }))?.row).toMatchObject({
      firstName: 'Ivo Petrovich',
      lastName: 'Reuss Jr.',
    })
    const sameName = { firstName: 'Ivo', middleName: 'Ivo', lastName: 'Reuss' }
    expect((await readItem({ type: 'person', ...sameName, country: 'DE' }))?.row).toMatchObject({
      firstName: 'Ivo Ivo',
    })
  })

  it('are refused in their columns, for an organization too', async () => {
    const person = { type: 'person', firstName: 'Ivo', lastName: 'Reuss', country: 'DE' }
    expect(await reasonsOf({ ...person, middleName: 'A\u001bB', suffix: 7.5 })).toEqual({
      middleName: 'must not hold a line break or another control character',
      suffix: 'must be a string',
    })
    expect(await reasonsOf({ type: 'company', name: 'Reuss AG', suffix: 'Jr', country: 'DE' })).toEqual({
      suffix: 'is not for an organization',
    })
  })

  it('distinguish persons, who are all created', async () => {
    const csv = [
      'type,last name,first name,patronymic,suffix,country',
      'person,Rosenthal,Ivan,Petrovich,,DE',
      'person,Rosenthal,Ivan,Sergeevich,,DE',
      'person,Reuss,John,,Sr,DE',
      'person,Reuss,John,,Jr,DE',
      'person,REUSS,John,,JR,DE',
    ].join('\n')
    const team = createTeam()
    const report = await importInto(team, csv)
    expect(report).toMatchObject({ created: 4, duplicates: 1, unusedColumns: [] })
    expect(problemLines(report, 'duplicate')).toEqual([6])
    expect((await team.names()).toSorted()).toEqual([
      'Ivan Petrovich Rosenthal',
      'Ivan Sergeevich Rosenthal',
      'John Reuss Jr',
      'John Reuss Sr',
    ])
  })
})
