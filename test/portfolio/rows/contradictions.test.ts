import { beforeAll, describe, expect, it } from 'vitest'
import { createRowReader } from '../../../src/portfolio/source/rows.ts'
import { openSource } from '../../../src/portfolio/source/source.ts'
import { loadCountryNames } from '../../../src/shared/countries/lookup.ts'
import { collect } from '../source/collect.ts'

beforeAll(loadCountryNames)

async function one(item: object, options = {}) {
  const [row] = (await collect(createRowReader(await openSource([item]), options).rows)).flat()
  return row
}

const acme = { type: 'org', name: 'Acme', 'country code': 'DE' }
const ilse = { type: 'person', name: 'Ilse Brandt', 'country code': 'DE' }

describe('two columns of one field', () => {
  it('that name different countries are an issue of the row', async () => {
    expect(await one({ ...acme, Country: 'France' })).toMatchObject({
      line: 1,
      row: null,
      problems: [
        {
          column: 'country code',
          reason: 'differs from column "Country": say which one counts in columns.countryCode',
        },
      ],
    })
  })

  it.each([
    ['Legal name', 'Other Ltd', 'name'],
    ['Kind', 'person', 'type'],
    ['Country', 'Atlantis', 'country code'],
    ['Jurisdiction', 'Korea', 'country code'],
    ['Labels', 'b', 'tags'],
    ['Company number', 'HRB 8', 'registration'],
  ])('that differ are an issue: %s', async (column, value, told) => {
    const row = { ...acme, tags: 'a', registration: 'HRB 7', [column]: value }
    expect(await one(row)).toMatchObject({ row: null, problems: [{ column: told }] })
  })

  it.each([
    ['dob', '1961-04-10', 'birth date'],
    ['Citizenship', 'AT', 'nationality'],
    ['Surname', 'Brand', 'last name'],
    ['Passport', 'L02', 'national id'],
  ])('of persons that differ are an issue: %s', async (column, value, told) => {
    const row = {
      ...ilse,
      'birth date': '1961-04-09',
      nationality: 'DE',
      'first name': 'Ilse',
      'last name': 'Brandt',
      'national id': 'L01',
      [column]: value,
    }
    expect(await one(row)).toMatchObject({ row: null, problems: [{ column: told }] })
  })

  it.each([
    [{ ...acme, Country: 'Germany' }],
    [{ ...acme, Country: 'DEU', Jurisdiction: ' de ' }],
    [{ ...acme, 'country code': 'KR', Country: 'Korea' }],
    [{ ...acme, 'Legal name': 'ACME', Kind: 'Company' }],
    [{ ...acme, registration: 'HRB 7', 'Company number': 'HRB-7' }],
    [{ ...ilse, 'Full name': 'Brandt, Ilse', 'birth date': '1961-04-09', dob: '09.04.1961' }],
    [{ ...acme, Country: '', Jurisdiction: 'n/a' }],
    [{ ...acme, registration: 'HRB 7', 'Company number': 'unknown' }],
  ])('that agree, or of which one is blank, are fine: %o', async row => {
    expect((await one(row))?.row).toMatchObject({ type: expect.any(String) })
  })

  it('fill the field from the first that is not blank, before any default', async () => {
    const given = {
      ...acme,
      'country code': '',
      Country: 'France',
      registration: ' ',
      'Company number': 'HRB 7',
    }
    const options = { defaults: { countryCode: 'FI' } }
    expect(await one(given, options)).toMatchObject({ row: { countryCode: 'FR', registration: 'HRB 7' } })
    expect(await one({ ...given, Jurisdiction: 'DE' }, options)).toMatchObject({
      row: null,
      problems: [
        { column: 'Country', reason: expect.stringContaining('differs from column "Jurisdiction"') },
      ],
    })
    expect(await one({ ...given, Country: '-' }, options)).toMatchObject({ row: { countryCode: 'FI' } })
  })

  it('are both used where the second one fills a row', async () => {
    const text = 'type,name,country code,Country,Domicile\norg,Acme,,FR,\norg,Zeta,DE,DE,DE\n'
    const reader = createRowReader(await openSource(text), {})
    await collect(reader.rows)
    expect(reader.unusedColumns()).toEqual(['Domicile'])
  })

  it('are fine where the caller says which one counts', async () => {
    const columns = { countryCode: 'country code' }
    expect(await one({ ...acme, Country: 'France' }, { columns })).toMatchObject({
      row: { countryCode: 'DE' },
    })
  })

  it('are told beside what else is wrong', async () => {
    const row = await one({ ...acme, name: '', Country: 'France' })
    expect(row?.row === null && row.problems.map(({ column }) => column)).toEqual(['name', 'country code'])
  })
})
