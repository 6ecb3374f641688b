import { describe, expect, it } from 'vitest'
import { optionTerms } from '../../../src/portfolio/option-terms.ts'
import { findColumns, findMissing, importFields } from '../../../src/portfolio/source/columns.ts'

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
