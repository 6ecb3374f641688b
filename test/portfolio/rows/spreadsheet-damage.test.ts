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
