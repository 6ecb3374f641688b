import { describe, expect, it } from 'vitest'
import { readItem } from './read-item.ts'

const halfmoon = { type: 'organization', name: 'Halfmoon Oy', country: 'FI' }

describe('a registration number that a spreadsheet has damaged', () => {
  it.each([
    '28/7/2011',
    '7.4.2012',
    '01-04-61',
    '2012-07-04',
    '2012/7/4',
    '2012-07-04 00:00:00',
    '2012-07-04T00:00:00.000Z',
    '12-May',
    'May-12',
    '12. Mai',
    'Mrz 98',
    '01. Feb 2012',
    'Okt-12',
    '4 févr. 2012',
    '1.0',
    '2871120.0',
    '2871120.00',
    '2871120,0',
    '28,5',
    '2.87112E+11',
    '2,87112E+11',
    '110101199003070000',
    '110101199003071000000',
  ])('is refused: %s', async registration => {
    const { reasons } = await readItem({ ...halfmoon, registration })
    expect(reasons).toEqual({
      registration: expect.stringContaining('looks damaged by a spreadsheet'),
    })
    const { row } = await readItem({ ...halfmoon, registration }, { unreadableFields: 'omit' })
    expect(row).toEqual({ type: 'organization', name: 'Halfmoon Oy', countryCode: 'FI' })
  })

  it.each([
    '20120704',
    '2871120-4',
    '12/1998',
    '40/12/1998',
    '01-09-123456',
    '12.345.678',
    '12.345',
    'HRB 12',
    'MAY 12345',
    'Maison 12',
    'B 12 May 77 3',
    '1.05',
    '1,234,567',
    'J40/12/1998',
    '99-99-99',
    '00-12-99',
    'CHE-123.456.789',
    '1101011990030700',
    '11010119900307100',
    '110101199003071234',
    '911010000000000000X',
  ])('is none such as %s', async registration => {
    expect((await readItem({ ...halfmoon, registration })).row).toMatchObject({ registration })
  })

  it('is no national ID, because these may look like dates', async () => {
    const edda = { type: 'person', firstName: 'Edda', lastName: 'Thaler', country: 'PA' }
    expect((await readItem({ ...edda, nationalId: '8-12-1975' })).row).toMatchObject({
      nationalId: '8-12-1975',
    })
  })
})

describe('a number of a person or a company', () => {
  const edda = { type: 'person', firstName: 'Edda', lastName: 'Thaler', country: 'US' }

  it.each([
    ['1017012345.0', 'damaged by a spreadsheet'],
    ['1017012345,00', 'damaged by a spreadsheet'],
    ['110101199003070000', 'damaged by a spreadsheet'],
    ['***-**-1234', 'hidden digits'],
    ['••••1234', 'hidden digits'],
    ['XXX-XX-1234', 'hidden digits'],
    ['xxxxx1234', 'hidden digits'],
    ['unknown', 'must have a digit'],
    ['NA', 'must have a digit'],
  ])('cannot be read without all its digits: %s', async (number, reason) => {
    const [person, company] = [
      await readItem({ ...edda, nationalId: number }),
      await readItem({ ...halfmoon, registration: number }),
    ]
    expect(person.reasons).toEqual({ nationalId: expect.stringContaining(reason) })
    expect(company.reasons).toEqual({ registration: expect.stringContaining(reason) })
  })

  it.each(['X1234567L', 'XAXX010101000', 'XEXX010101000', 'XXX010101AB1', '12.345.678-9', '010170-1234'])(
    'may have an X, and other signs: %s',
    async nationalId => {
      expect((await readItem({ ...edda, nationalId })).row).toMatchObject({ nationalId })
    },
  )
})

describe('the type', () => {
  it('is refused if it may be that of a person', async () => {
    expect((await readItem({ ...halfmoon, type: 'LegalEntity' })).reasons).toEqual({
      type: 'may mean an organization or a person: write organization or person',
    })
  })

  it.each(['Legal entity', 'legal entity', 'LEGAL ENTITY', 'legal_entity', 'legalentity', 'LEGALENTITY'])(
    'is that of an organization: %s',
    async type => {
      expect((await readItem({ ...halfmoon, type })).row).toMatchObject({ type: 'organization' })
    },
  )
})
