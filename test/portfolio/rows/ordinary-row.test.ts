import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { bulkRowInput } from '../../../src/model/bulk.ts'
import type { GivenFields } from '../../../src/portfolio/rows/fields.ts'
import { ordinaryRow } from '../../../src/portfolio/rows/ordinary-row.ts'
import { loadCountryNames } from '../../../src/shared/countries/lookup.ts'

beforeAll(loadCountryNames)

const good = fc.constantFrom('Acme', 'Öl & Söhne', 'HRB 7', 'DE', 'Germany', '1961-04-09')
const text = fc.oneof(
  good,
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', ' ', 'a\nb', '\ud800', 'Korea', '1961-02-30', 'a,b', '\u202e'),
)
const anything = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, 7, true, {}, []),
  fc.array(text, { maxLength: 3 }),
)
const none = fc.constant(undefined)
const country = fc.constantFrom('DE', 'Germany', 'uk')

/** Mostly what belongs there, sometimes nothing, seldom anything. */
const mostly = (usual: fc.Arbitrary<unknown>, blank = 3) =>
  fc.oneof(
    { weight: 6, arbitrary: usual },
    { weight: blank, arbitrary: none },
    { weight: 1, arbitrary: anything },
  )

const fields: fc.Arbitrary<GivenFields> = fc.record({
  type: mostly(fc.constantFrom('organization', 'person'), 0),
  name: mostly(good),
  firstName: mostly(good, 6),
  lastName: mostly(good, 6),
  countryCode: mostly(country, 0),
  registration: mostly(good, 20),
  birthDate: mostly(fc.constant('1961-04-09'), 20),
  nationality: mostly(country, 20),
  nationalId: mostly(good, 20),
  tags: mostly(fc.array(fc.constantFrom('a', 'b', 'a', 'ä'))),
})

/** As they are put before the schema. */
const given = (row: GivenFields) =>
  Object.fromEntries(Object.entries(row).filter(([field, held]) => held !== undefined || field === 'tags'))

describe('an ordinary row', () => {
  it('is what the schema makes of it, key by key', () => {
    let ordinary = 0
    fc.assert(
      fc.property(fields, row => {
        const made = ordinaryRow(row)
        if (made === undefined) return
        ordinary += 1
        const result = bulkRowInput.safeParse(given(row))
        expect(result.success).toBe(true)
        expect(made).toStrictEqual(result.data)
        expect(Object.keys(made).toSorted()).toEqual(Object.keys(result.data ?? {}).toSorted())
        expect(JSON.stringify(made)).toBe(JSON.stringify(result.data))
      }),
      { numRuns: 5000 },
    )
    expect(ordinary).toBeGreaterThan(100)
  })

  it('is every row that the schema takes', () => {
    fc.assert(
      fc.property(fields, row => {
        expect(ordinaryRow(row) !== undefined).toBe(bulkRowInput.safeParse(given(row)).success)
      }),
      { numRuns: 5000 },
    )
  })
})
