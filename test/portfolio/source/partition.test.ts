import { InputValidationError } from 'entity-screening-sdk'
import { partitionPortfolio } from 'entity-screening-sdk/portfolio'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BulkEntityInput } from '../../../src/model/bulk.ts'
import { findPartition } from '../../../src/portfolio/source/partition.ts'
import { makePortfolio } from '../portfolio-rows.ts'

const organization = (name: string, countryCode = 'DE'): BulkEntityInput => ({
  type: 'organization',
  name,
  countryCode,
})

describe('the partitions of a portfolio', () => {
  it('have all its rows between them, wrong ones included', { tags: 'long' }, async () => {
    const { csv } = makePortfolio(800)
    const partitions = await partitionPortfolio(csv, 4)
    expect(partitions.map(({ index, of }) => `${index}/${of}`)).toEqual(['1/4', '2/4', '3/4', '4/4'])
    expect(partitions.reduce((sum, { rows }) => sum + rows, 0)).toBe(800)
    expect(JSON.parse(JSON.stringify(partitions))).toEqual(partitions)
    expect(await partitionPortfolio(csv, 4)).toEqual(partitions)
  })

  it('are about as large as each other', { tags: 'long' }, async () => {
    const rows = Array.from({ length: 8000 }, (_, number) => organization(`Company ${number}`))
    for (const { rows: count } of await partitionPortfolio(rows, 8)) {
      expect(count).toBeGreaterThan(850)
      expect(count).toBeLessThan(1150)
    }
  })

  it('heed columns and defaults', async () => {
    const options = {
      columns: { name: 'Handle' },
      defaults: { type: 'organization', countryCode: 'Germany' },
    }
    expect(await partitionPortfolio('Handle\nAcme\n', 1, options)).toEqual([{ index: 1, of: 1, rows: 1 }])
  })

  it('are none of a number that is no number of parts, or of a source that cannot be read', async () => {
    const error = await partitionPortfolio('name,type,country\nA,org,DE\n', 0).catch(
      (thrown: unknown) => thrown,
    )
    expect(InputValidationError.is(error)).toBe(true)
    await expect(partitionPortfolio([], 1.5)).rejects.toThrow('partitionPortfolio: of must be')
    await expect(partitionPortfolio('name\nA\n', 2)).rejects.toThrow(
      'partitionPortfolio: columns.type must say',
    )
    await expect(partitionPortfolio({ file: '/no/such/file.csv' }, 2)).rejects.toThrow(
      'partitionPortfolio: source cannot be read',
    )
  })
})

describe('the partition of a row', () => {
  it('is that of each row that looks like it, of whatever country and kind', () => {
    const names = ['Nordwind & Söhne', 'NORDWIND AND SOHNE', 'söhne, and nordwind', 'Nordwind  &  Sohne.']
    for (const of of [2, 3, 8, 64]) {
      const parts = names.flatMap(name =>
        ['DE', 'FR'].map(code => findPartition(organization(name, code), of)),
      )
      expect(new Set(parts).size).toBe(1)
    }
    const ilse: BulkEntityInput = { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' }
    expect(findPartition(ilse, 64)).toBe(findPartition({ ...ilse, name: 'Brandt, Ilse' }, 64))
    expect(findPartition(ilse, 64)).toBe(findPartition(organization('Brandt Ilse', 'AT'), 64))
  })

  it('is the same in every version, for jobs outlive a release', () => {
    expect(
      ['Nordwind GmbH', 'Öl AG', 'Ilse Brandt'].map(name => findPartition(organization(name), 1000)),
    ).toEqual([988, 547, 517])
  })

  it('is counted from 1 to their number; a row that is wrong goes by its line', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 1000 }), (name, of) => {
        const part = findPartition(organization(name), of)
        expect(part >= 1 && part <= of && Number.isInteger(part)).toBe(true)
      }),
    )
    expect([2, 3, 4, 5].map(line => findPartition(line, 2))).toEqual([1, 2, 1, 2])
  })
})
