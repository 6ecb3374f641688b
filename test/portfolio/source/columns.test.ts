import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { optionTerms } from '../../../src/portfolio/option-terms.ts'
import { type ColumnNames, findColumns, importFields } from '../../../src/portfolio/source/columns.ts'
import { findMissing } from '../../../src/portfolio/source/missing-columns.ts'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { createTeam, importInto } from '../team.ts'
import { collect } from './collect.ts'

const found = (header: string[], named: Parameters<typeof findColumns>[1] = {}) =>
  findColumns(header, named).columnOf

describe('the columns of a header', () => {
  it('are found in common spellings, without regard to case, accents and punctuation', () => {
    expect(
      found([
        'ENTITY_TYPE',
        'Legal Name',
        'Country-Code',
        'Registration No.',
        'Date of Birth',
        'Natïonality',
      ]),
    ).toEqual({ type: 0, name: 1, countryCode: 2, registration: 3, birthDate: 4, nationality: 5 })
    expect(found(['Vorname', 'Nachname', 'Land', 'Geburtsdatum'])).toEqual({
      firstName: 0,
      lastName: 1,
      countryCode: 2,
      birthDate: 3,
    })
  })

  it('are found by the names of the fields themselves', () => {
    expect(found([...importFields])).toEqual(Object.fromEntries(importFields.map((field, at) => [field, at])))
  })

  it('are for the caller to choose where several spell one field', () => {
    const header = ['Country', 'Company', 'Name', 'Country code', 'Land']
    expect(findColumns(header, {})).toMatchObject({ columnOf: {}, ambiguous: ['name', 'countryCode'] })
    expect(findColumns(header, { name: 'Company', countryCode: 'Country' })).toMatchObject({
      columnOf: { name: 1, countryCode: 0 },
      unused: ['Name', 'Country code', 'Land'],
      ambiguous: [],
    })
  })

  it('do not include those without a letter or digit in their names', () => {
    const { columnOf, unused } = findColumns(['#', '', ' ', '---', 'Name'], {})
    expect(columnOf).toEqual({ name: 4 })
    expect(unused).toEqual(['#', '---'])
  })

  it('are those that the caller names, in any spelling', () => {
    const header = ['Name', 'Handle', '#', '##']
    expect(found(header, { name: 'HANDLE', registration: '#' })).toEqual({ name: 1, registration: 2 })
  })

  it('that the caller names fill no other field', () => {
    expect(found(['Name', 'Company'], { registration: 'name' })).toEqual({ name: 1, registration: 0 })
    expect(found(['Country', 'Domicile'], { nationality: 'Country' })).toEqual({
      nationality: 0,
      countryCode: 1,
    })
  })

  it('may be none for a field', () => {
    expect(found(['Name', 'Tags'], { tags: null })).toEqual({ name: 0 })
  })

  it('that the caller names and that are not there are told', () => {
    const named = { name: 'Firma', tags: '__proto__' }
    const header = findColumns(['Name'], named)
    expect(header.columnOf).toEqual({})
    const missing = findMissing(header, named, { type: 'person', countryCode: 'DE' }, optionTerms)
    expect(missing.map(({ path }) => path.join('.'))).toEqual(['columns.name', 'columns.tags'])
  })

  it('of which there are several of one name are told, and none is taken', () => {
    const header = ['name', 'Country', 'NAME', 'country']
    expect(findColumns(header, {})).toMatchObject({ columnOf: {}, ambiguous: ['name', 'countryCode'] })
    expect(findColumns(['name', 'name'], { name: 'name' }).ambiguous).toEqual(['name'])
    expect(findColumns(['name', 'name'], { name: null }).ambiguous).toEqual([])
  })

  it('may be called like something that every object has', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'Name']
    expect(findColumns(names, {})).toMatchObject({ columnOf: { name: 4 }, unused: names.slice(0, 4) })
    expect(found(names, { name: '__proto__', tags: 'constructor' })).toEqual({ name: 0, tags: 1 })
  })
})

describe('a name in several columns', () => {
  const row = { TYPE: 'company', NAME1: 'Halfmoon Minerals', NAME2: 'and Shipping Oy', LAND: 'FI' }
  const toCsv = (cells: Record<string, string>) =>
    `${Object.keys(cells).join(';')}\n${Object.values(cells).join(';')}\n`
  const read = async (cells: Record<string, string>, columns: ColumnNames = {}) => {
    const sources = await Promise.all([toCsv(cells), [cells]].map(source => openRows(source, { columns })))
    const [csv, object] = await Promise.all(sources.map(async ({ rows }) => (await collect(rows)).flat()))
    expect(csv?.map(({ row }) => row)).toEqual(object?.map(({ row }) => row))
    return csv?.[0]?.row
  }

  it.each<[string | string[], string]>([
    [['NAME1', 'NAME2'], 'Halfmoon Minerals and Shipping Oy'],
    ['NAME1+NAME2', 'Halfmoon Minerals and Shipping Oy'],
    [['name 2', 'name 1'], 'and Shipping Oy Halfmoon Minerals'],
    ['NAME1', 'Halfmoon Minerals'],
    [['NAME1'], 'Halfmoon Minerals'],
  ])('is joined as the option says: %j', async (name, joined) => {
    expect(await read(row, { name })).toMatchObject({ name: joined })
  })

  it('has no space for an empty cell', async () => {
    expect(await read({ ...row, NAME2: '' }, { name: 'NAME1+NAME2' })).toMatchObject({ name: row.NAME1 })
    expect(await read({ ...row, NAME1: '-' }, { name: 'NAME1+NAME2' })).toMatchObject({ name: row.NAME2 })
  })

  it('may be a first or a last name, and no other field', async () => {
    const edda = { Type: 'person', A: 'Edda', B: 'Maria', C: 'Thaler', D: 'Reuss', Land: 'FI' }
    expect(await read(edda, { firstName: ['A', 'B'], lastName: 'C+D' })).toMatchObject({
      firstName: 'Edda Maria',
      lastName: 'Thaler Reuss',
    })
    await expect(
      importPortfolio(createTeam().client, [edda], JSON.parse('{"columns":{"tags":["A","B"]}}')),
    ).rejects.toThrow('columns.tags must be a string')
    await expect(importPortfolio(createTeam().client, [edda], { columns: { name: [] } })).rejects.toThrow(
      'columns.name must be the name of a column, or a list of names',
    )
  })

  it('may have a header that is literally so', async () => {
    const literal = { TYPE: 'company', 'A+B': 'Halfmoon Oy', A: 'Crescent', B: 'Ltd', LAND: 'FI' }
    expect(await read(literal, { name: 'A+B' })).toMatchObject({ name: 'Halfmoon Oy' })
    expect(await read(literal, { name: ['A', 'B'] })).toMatchObject({ name: 'Crescent Ltd' })
  })

  it.each([
    ['NAME1', 'NAME2'],
    ['Name', 'Name 2'],
    ['Company name', 'company_name_3'],
    ['Last name 1', 'Last name 2'],
  ])('is refused until one is named: %s, %s', async (first, other) => {
    const header = `Type;Land;First name;${first};${other}`
    const source = `${header}\ncompany;FI;;Halfmoon;Oy\n`
    const field = first.startsWith('Last') ? 'lastName' : 'name'
    await expect(importPortfolio(createTeam().client, source)).rejects.toThrow(
      `columns.${field} needs a choice, because "${other}" stands beside "${first}"`,
    )
    const options = { columns: { name: first, lastName: null, firstName: null } }
    expect((await importInto(createTeam(), source, options)).created).toBe(1)
    const [objectRow] = (
      await collect((await openRows([{ Type: 'company', Land: 'FI', [first]: 'A', [other]: 'B' }], {})).rows)
    ).flat()
    expect(objectRow?.row).toBeNull()
  })

  it.each([
    ['Date of brith', 'birthDate', 'date of birth'],
    ['Reg. Nr.', 'registration', 'reg no'],
    ['Nationalty', 'nationality', 'nationality'],
  ])(
    'is refused if one letter of a usual name is wrong, until it is named: %s',
    async (name, field, usual) => {
      const source = `Type;Name;Land;${name}\nperson;Edda Berg;NL;\n`
      await expect(importPortfolio(createTeam().client, source)).rejects.toThrow(
        `columns.${field} needs a choice, because "${name}" may be "${usual}": name this column, or set columns.${field} to null`,
      )
      for (const choice of [name, null]) {
        const options = { columns: { [field]: choice }, nameOrder: 'first_last' } as const
        expect((await importInto(createTeam(), source, options)).created).toBe(1)
      }
    },
  )

  it('of another meaning is unused, although its name is like a usual one', async () => {
    const source = 'Type;Name;Land;Birth name;Account no;Notes;Typ2\ncompany;Halfmoon Oy;FI;A;B;C;D\n'
    expect((await importInto(createTeam(), source)).created).toBe(1)
  })

  it.each(['Infix', 'Tussenvoegsel', 'VOORVOEGSEL', 'Vorsatzwort', 'last_name_prefix'])(
    'is refused beside a column of the words before a last name, until one is named: %s',
    async prefix => {
      const source = `Type;Land;First name;${prefix};Last name\nperson;NL;Edda;van der;Berg\nperson;NL;Ivo;;Thaler\n`
      await expect(importPortfolio(createTeam().client, source)).rejects.toThrow(
        `columns.lastName needs a choice, because "${prefix}" stands beside "Last name": choose "${prefix}+Last name" if they hold one name, or "Last name" alone`,
      )
      for (const [lastName, names] of [
        [`${prefix}+Last name`, ['Edda van der Berg', 'Ivo Thaler']],
        ['Last name', ['Edda Berg', 'Ivo Thaler']],
      ] as const) {
        const team = createTeam()
        await importInto(team, source, { columns: { lastName } })
        expect(await team.names()).toEqual(names)
      }
    },
  )

  it.each([
    ['Name', 'Infix'],
    ['First name', 'Infix'],
    ['Last name', 'Prefix'],
    ['Name', 'Address 2'],
    ['NAME1X', 'NAME2'],
    ['Name', 'Name 1'],
    ['Tags', 'Tags 2'],
    ['Name', '2'],
  ])('is none beside a column such as %s, %s', (first, other) => {
    expect(findColumns([first, other], {}).divided).toEqual([])
  })

  it('lacks a column that is not there', async () => {
    await expect(
      importPortfolio(createTeam().client, toCsv(row), { columns: { name: ['NAME1', 'NAME3'] } }),
    ).rejects.toThrow('columns.name names a column that is not there')
  })

  it('is named by all its columns in a problem', async () => {
    for (const NAME2 of ['#REF!', 'Sh?pping']) {
      const options = { columns: { name: 'NAME1+NAME2' } }
      const report = await importInto(createTeam(), toCsv({ ...row, NAME2 }), options)
      expect(report).toMatchObject({ invalid: 1, unusedColumns: [] })
      expect(report.problems).toMatchObject([{ line: 2, column: 'NAME1+NAME2' }])
    }
  })
})
