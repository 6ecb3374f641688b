import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createQuickCheck } from '../../../mock-server/message/quick-check.ts'
import { bulkRow, createEntityRequest } from '../../../src/contract/entity.ts'
import { repetitions } from '../../repetitions.ts'

const names = [
  ...['type', 'name', 'countryCode', 'tags', 'registration', 'first_name', 'last_name'],
  ...['birth_date', 'birthDate', 'nationality', 'national_id', 'nationalId', '__proto__', 'other'],
]
const value = fc.oneof(
  fc.constantFrom('organization', 'person', 'DE', 'de', 'XX', 'AT', '1961-04-09', '1961-02-30', 'HRB 7'),
  fc.constantFrom('', ' ', '\u200b', '\u2800', ' Acme', 'Ægir', '\ud800', 'Acme \udc00'),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, true, 0, 7, [], {}, ['DE']),
)
const complete = fc.record({
  type: fc.constantFrom('organization', 'person'),
  name: fc.constantFrom('Acme Castings Ltd', 'Ilse Brandt'),
  countryCode: fc.constantFrom('DE', 'GB'),
})
const person = fc.constantFrom({}, { first_name: 'Ilse', last_name: 'Brandt' })
/** Rows, most of them valid but for a few fields, in any order of fields. */
const row = fc
  .tuple(complete, person, fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }), fc.boolean())
  .map(([fields, nameParts, changes, isReversed]) => {
    const entries = Object.entries({ ...fields, ...nameParts, ...changes })
    return Object.fromEntries(isReversed ? entries.reverse() : entries)
  })
const input = fc.oneof({ weight: 9, arbitrary: row }, { weight: 1, arbitrary: fc.jsonValue() })

describe('createQuickCheck', () => {
  it.each([
    ['a row of a bulk request', bulkRow],
    ['an entity to create', createEntityRequest],
  ])('accepts %s if and only if the schema returns it unchanged', (_, schema) => {
    const isPlain = createQuickCheck(schema)
    fc.assert(
      fc.property(input, json => {
        const result = schema.safeParse(json)
        const isUnchanged = result.success && isDeepStrictEqual(json, result.data)
        expect(isPlain(json)).toBe(isUnchanged)
      }),
      { numRuns: repetitions(5_000) },
    )
  })

  it('rejects each value of a schema that may change a value or has rules besides its fields', () => {
    const text = z.string()
    for (const [schema, accepted] of [
      [text.check(z.trim()), 'a'],
      [text.check(z.maxLength(3)), 'a'],
      [z.email(), 'ilse@example.com'],
      [z._default(text, 'a'), 'a'],
      [z.pipe(text, z.transform(Number)), '1'],
      [z.union([text, z.number()]), 'a'],
      [z.object({ text }).check(z.refine(() => true)), { text: 'a' }],
      [z.object({ text: z._default(text, 'a') }), {}],
      [z.object({ text: z.optional(z._default(text, 'a')) }), {}],
      [z.object({ text: z.optional(z.prefault(text, 'a')) }), {}],
    ] as const) {
      expect(schema.safeParse(accepted).success).toBe(true)
      expect(createQuickCheck(schema)(accepted)).toBe(false)
    }
  })

  it('rejects each value of a schema that only an asynchronous rule can judge', () => {
    expect(createQuickCheck(z.string().check(z.refine(async () => true)))('a')).toBe(false)
  })
})
