import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  attachDocumentRequest,
  bulkRequest,
  bulkRow,
  createEntityRequest,
  searchEntitiesRequest,
} from '../../src/contract/entity.ts'
import { searchPersonsRequest } from '../../src/contract/search.ts'
import { complaints } from './json-schema.ts'

const organization = { name: 'Old Foundry', type: 'organization' }
const person = { name: 'Ada Quill', type: 'person', countryCode: 'GB', first_name: 'Ada', last_name: 'Quill' }
const born = (birthDate: unknown) => ({ ...person, birthDate })
const document = (document_url: unknown) => ({ document_url })

interface Samples {
  readonly schema: string
  readonly contract: z.ZodMiniType
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
}

const samples: readonly Samples[] = [
  {
    schema: 'CreateEntityRequest',
    contract: createEntityRequest,
    good: [organization, { ...organization, countryCode: 'XK', unknown: 1 }, born('2024-02-29')],
    bad: [
      {},
      [],
      null,
      { ...organization, name: '' },
      { ...organization, name: ' \t\u00a0\u3000\ufeff' },
      { ...organization, name: '\u200b\u2800' },
      { ...organization, name: 7 },
      { ...organization, type: 'Organization' },
      { ...organization, registration: null },
      ...['QQ', 'de', 'DEU', 'Germany', ''].map(countryCode => ({ ...organization, countryCode })),
      ...['2023-02-29', '2024-13-01', '2024-1-1', '1.2.2024', '2024-01-01T00:00:00Z', ''].map(born),
    ],
  },
  {
    schema: 'CreateEntitiesBulkRequest',
    contract: bulkRequest,
    good: [{ entities: [] }, { entities: Array.from({ length: 1000 }, () => person) }],
    bad: [{}, { entities: {} }, { entities: Array.from({ length: 1001 }, () => person) }],
  },
  {
    schema: 'BulkEntityInput',
    contract: bulkRow,
    good: [
      person,
      { ...organization, countryCode: 'DE', tags: 'a, b' },
      { ...person, nationality: 'NO', tags: '' },
    ],
    bad: [
      organization,
      { ...organization, countryCode: 'DE', tags: ['a'] },
      { ...person, type: 'company' },
      { ...person, last_name: undefined },
      { ...person, birth_date: '1 May 1970' },
      { ...person, nationality: 'Norway' },
      'a row',
    ],
  },
  {
    schema: 'AttachDocumentRequest',
    contract: attachDocumentRequest,
    good: [
      document('https://example.com/a.pdf'),
      document('http://example.com'),
      { ...document('https://example.com/a?b=c#d'), type: 'contract' },
    ],
    bad: [
      {},
      document(''),
      document('a.pdf'),
      document('//example.com/a.pdf'),
      document('ftp://example.com/a.pdf'),
      document('https://'),
      { ...document('https://example.com/a.pdf'), type: 'photo' },
      { ...document('https://example.com/a.pdf'), title: ' ' },
    ],
  },
  {
    schema: 'SearchEntitiesRequest',
    contract: searchEntitiesRequest,
    good: [{}, { limit: 1, offset: 0 }, { limit: 1000, riskLevel: 'low' }],
    bad: [
      { limit: 0 },
      { limit: 1001 },
      { limit: 1.5 },
      { limit: '1' },
      { offset: -1 },
      { countryCode: 'Norway' },
    ],
  },
  {
    schema: 'SearchPersonsRequest',
    contract: searchPersonsRequest,
    good: [
      { first_name: 'Ada', last_name: 'Quill' },
      { full_name: 'Ada Quill' },
      { name: 'Ada Quill', first_name: 'Ada' },
      { name: 'Ada Quill', birth_date: 'May 1970' },
    ],
    bad: [
      {},
      { first_name: 'Ada' },
      { last_name: 'Quill', birth_date: '1970' },
      { name: ' ' },
      { name: 'Ada Quill', first_name: '' },
      { full_name: 7 },
    ],
  },
]

describe('JSON Schema says what the contract checks', () => {
  it.each(samples)('$schema', ({ schema, contract, good, bad }) => {
    for (const value of good) {
      expect(contract.safeParse(value).success, JSON.stringify(value)).toBe(true)
      expect(complaints(schema, value), JSON.stringify(value)).toEqual([])
    }
    for (const value of bad) {
      expect(contract.safeParse(value).success, JSON.stringify(value)).toBe(false)
      expect(complaints(schema, value), JSON.stringify(value)).not.toEqual([])
    }
  })

  it('but for rows of a bulk creation, which are documented although the server judges them one by one', () => {
    const body = { entities: [{ name: 'No country', type: 'organization' }] }
    expect(bulkRequest.safeParse(body).success).toBe(true)
    expect(complaints('CreateEntitiesBulkRequest', body)).not.toEqual([])
  })
})
