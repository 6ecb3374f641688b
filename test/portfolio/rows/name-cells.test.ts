import { describe, expect, it } from 'vitest'
import { createTeam, importInto } from '../team.ts'
import { readItem, refuseCompany, refuseLastName } from './read-item.ts'

const edda = { type: 'person', firstName: 'Edda', lastName: 'Thaler', country: 'DE' }

/** First and last name as they are sent, or the reasons against them. */
async function readNames(names: object): Promise<unknown> {
  const { row, reasons } = await readItem({ ...edda, ...names })
  return row?.type === 'person' ? [row.firstName, row.lastName] : reasons
}

describe('parts of names', () => {
  it.each([
    ['Middle name', 'Maria', ['Edda Maria', 'Thaler']],
    ['Second name', 'Maria', ['Edda Maria', 'Thaler']],
    ['Patronymic', 'Petrovna', ['Edda Petrovna', 'Thaler']],
    ['Second surname', 'Reuss', ['Edda', 'Thaler Reuss']],
    ['Segundo apellido', 'Reuss', ['Edda', 'Thaler Reuss']],
    ['Suffix', 'Jr', ['Edda', 'Thaler Jr']],
    ['Second surname', 'Thaler', ['Edda', 'Thaler Thaler']],
    ['Middle name', 'Thaler', ['Edda Thaler', 'Thaler']],
    ['Patronymic', 'bint Ivo', ['Edda bint Ivo', 'Thaler']],
    ['Middle name', 'a b c d e f g h i j', ['Edda a b c d e f g h i j', 'Thaler']],
  ])('are sent with the first or the last name: %s, %s', async (column, part, names) => {
    expect(await readNames({ [column]: part })).toEqual(names)
  })

  it.each(['Middle name', 'Second surname', 'Patronymic', 'Suffix'])(
    'are empty if a program writes that there is no value: %s',
    async column => {
      for (const part of ['NULL', 'null', 'NaN', 'nan', 'N/A', '\\N'])
        expect(await readNames({ [column]: part })).toEqual(['Edda', 'Thaler'])
    },
  )

  it('may be Null or Na in other letters, and are refused as NA', async () => {
    for (const part of ['Null', 'Nan', 'Na'])
      expect(await readNames({ middleName: part })).toEqual([`Edda ${part}`, 'Thaler'])
    const reason = expect.stringContaining('may mean that there is no value')
    expect(await readNames({ middleName: 'NA' })).toEqual({ middleName: reason })
  })

  it('of several columns are empty too if a program writes that there is no value', async () => {
    const options = { columns: { name: ['NAME1', 'NAME2'] } }
    for (const NAME2 of ['NULL', 'nan', '-', '']) {
      const { row } = await readItem(
        { type: 'organization', NAME1: 'Halfmoon Oy', NAME2, country: 'FI' },
        options,
      )
      expect(row?.name).toBe('Halfmoon Oy')
    }
  })

  it.each(['NULL', 'null', 'NaN', 'nan'])('may be %s where the row has another name', async word => {
    const company = {
      type: 'organization',
      name: 'Halfmoon Oy',
      firstName: word,
      lastName: word,
      country: 'FI',
    }
    expect((await readItem(company)).row?.name).toBe('Halfmoon Oy')
    const parts = await readItem({ ...edda, name: word })
    const full = await readItem({ ...company, type: 'person', name: 'Edda Thaler' })
    for (const { row } of [parts, full]) expect(row).toMatchObject({ firstName: 'Edda', lastName: 'Thaler' })
  })

  it('may not be NULL alone, nor a name of a person in the row of a company', async () => {
    const nobody = { ...edda, name: 'NULL', firstName: 'NULL', lastName: 'NULL' }
    expect((await readItem(nobody)).row).toBeNull()
    expect((await readItem({ ...edda, firstName: 'NULL' })).row).toMatchObject({ firstName: 'NULL' })
    for (const firstName of ['Edda', 'Null', 'Unknown'])
      expect(
        (await readItem({ type: 'organization', name: 'Halfmoon Oy', firstName, country: 'FI' })).reasons,
      ).toEqual({
        firstName: 'is not for an organization',
      })
  })

  it.each([
    "Father's name",
    'Name of father',
    'Vatersname',
    "Mother's name",
    "Mother's maiden name",
    'Birth name',
    'Maiden name',
    'Geburtsname',
    'Name of spouse',
    "Spouse's name",
  ])('are not the name of another person, or an earlier name, which is unused: %s', async column => {
    const csv = `type,first name,last name,country,${column}\nperson,Edda,Thaler,DE,Ivo Reuss\nperson,Edda,Thaler,DE,Max Reuss\n`
    const team = createTeam()
    const report = await importInto(team, csv)
    expect(report).toMatchObject({ created: 1, possibleDuplicates: 1, unusedColumns: [column] })
    expect(await team.names()).toEqual(['Edda Thaler'])
  })

  it.each([
    ['patronymic', 'Ivo Thaler', "the father's full name"],
    ['patronymic', 'IVO MAX THALER', "the father's full name"],
    ['patronymic', 'a b c d e f g h i j k', 'more than 10 words'],
    ['middleName', 'a b c d e f g h i j k', 'more than 10 words'],
    ['secondLastName', 'a b c d e f g h i j k', 'more than 10 words'],
    ['suffix', 'a b c d e f g h i j k', 'more than 10 words'],
  ])('are refused if they are more: %s, %s', async (column, part, reason) => {
    expect(await readNames({ [column]: part })).toEqual({ [column]: expect.stringContaining(reason) })
  })
})

describe('each cell of a name', () => {
  it.each([
    ['Halfmoon GmbH', 'legal form'],
    ['Halfmoon Limited', 'legal form'],
    ['Halfmoon ltd.', 'legal form'],
    ['Halfmoon LLC', 'legal form'],
    ['HALFMOON INC', 'legal form'],
    ['Thaler & Reuss', '"&"'],
    ['Thaler and Reuss', '"and"'],
    ['Thaler und Reuss', '"and"'],
    ['Thaler et Reuss', '"and"'],
    ['THALER AND REUSS', '"and"'],
    ['edda@thaler.example', '"@"'],
    ['LNU', 'LNU'],
    ['Fnu', 'FNU'],
    ['Thaler FNU', 'FNU'],
  ])('of a person is refused alone: %s', async (cell, reason) => {
    expect(await refuseLastName(cell)).toContain(reason)
    expect(await readNames({ firstName: cell })).toEqual({ firstName: expect.stringContaining(reason) })
    expect(await readNames({ middleName: cell })).toEqual({ middleName: expect.stringContaining(reason) })
  })

  it.each([
    'Null',
    'NULL',
    'Nan',
    'NaN',
    'Ou',
    'Co',
    'AG',
    'Sa',
    'Limited',
    'Ltd',
    'Company',
    'Inc',
    'Prof',
    'Mr',
    'And',
    'Sok Et Thaler',
    'Ortega y Thaler',
    'Onbekend',
    'Unknown',
    'None',
  ])('may be a name beside another: %s', async cell => {
    expect(await refuseLastName(cell)).toBeUndefined()
    expect(await readNames({ firstName: cell })).toEqual([cell, 'Thaler'])
  })

  it.each([
    ...['NULL', 'null', 'NaN', 'nan', 'Dr', 'Mr.', 'Frau'],
    ...['undefined', '<NA>', 'Unknown', 'None', 'n.a.', 'unbekannt', 'inconnu'],
  ])('is no name if the other is the same or empty: %s', async cell => {
    for (const names of [
      { firstName: cell, lastName: cell },
      { firstName: cell, lastName: '' },
      { firstName: '', lastName: cell },
    ]) {
      const reasons = await readNames(names)
      expect(JSON.stringify(reasons)).toContain('is no name')
    }
  })

  it('is no full name, twice', async () => {
    const names = { firstName: 'Edda Thaler', lastName: 'EDDA THALER' }
    const reason = expect.stringContaining('the same words')
    expect(await readNames(names)).toEqual({ firstName: reason, lastName: reason })
    for (const lastName of ['Edda Thaler Reuss', 'Thaler', 'Edda'])
      expect(await readNames({ firstName: 'Edda', lastName })).toEqual(['Edda', lastName])
  })

  it('may repeat a name in other letters', async () => {
    for (const cell of ['Nan', 'Null', 'Ou', 'García'])
      expect(await readNames({ firstName: cell, lastName: cell })).toEqual([cell, cell])
  })

  it('of a company may have all of these', async () => {
    for (const name of [
      'Halfmoon GmbH',
      'Thaler & Reuss',
      'Thaler and Reuss',
      'Technology @ Work',
      'LNU Oy',
      'Mr',
    ])
      expect(await refuseCompany(name)).toBeUndefined()
  })

  it.each([
    ...['NULL', 'null', '(null)', '[NULL]', 'nan', 'NaN', 'NA', '<NA>', 'undefined', '(blank)'],
    ...[
      'Unknown',
      'UNKNOWN',
      'None',
      'n.a.',
      'N.N.',
      'Not available',
      'Keine Angabe',
      'k.A.',
      'sin datos',
      'Brak danych',
    ],
  ])('of a company may not say that there is no name: %s', async name => {
    expect(await refuseCompany(name)).toContain('means that there is no name')
  })

  it.each([
    ...[
      'Null Ltd',
      'Null',
      'Nan',
      'NAN',
      'Na',
      'NA Bank',
      'Undefined',
      'Blank',
      'None Ltd',
      'Unknown Pleasures Ltd',
    ],
    ...[
      'Various Eateries PLC',
      'Public Storage',
      'Anonymous Content LLC',
      'Total',
      'Others & Sons',
      'N26',
      'KA',
    ],
  ])('of a company may have such a word: %s', async name => {
    expect(await refuseCompany(name)).toBeUndefined()
  })

  it('of full names is tested after the division', async () => {
    const divide = async (name: string) => (await readItem({ type: 'person', name, country: 'DE' })).reasons
    for (const name of ['NULL NULL', 'NaN, NaN', 'Fnu Thaler'])
      expect(Object.keys(await divide(name))).toEqual(['name'])
    for (const name of ['Null Thaler', 'Nan Nan', 'Edda Null']) expect(await divide(name)).toEqual({})
  })
})
