import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createConformance } from '../../src/contract/conforms.ts'
import { entityList } from '../../src/contract/entity.ts'
import { network } from '../../src/contract/network.ts'

const record = z.looseObject({ id: z.string(), size: z.optional(z.number()), tags: z.array(z.string()) })
const whole = { id: 'a', size: 1, tags: ['x'] }

describe('a value conforms where the schema takes it, and only there', () => {
  const conforms = createConformance(z.array(record))
  it.each([
    ['all fields', [whole], true],
    ['an optional one left out', [{ id: 'a', tags: [] }], true],
    ['a required one left out', [{ size: 1, tags: [] }], false],
    ['more fields than the schema has', [{ ...whole, more: 1, '': 2 }], true],
    ['a field called __proto__', JSON.parse('[{"id":"a","tags":[],"__proto__":{"id":1}}]'), true],
    ['a field of another kind', [{ ...whole, id: 1 }], false],
    ['text where it does not belong', [{ ...whole, size: '1' }], false],
    ['an entry of another kind', [{ ...whole, tags: [1] }], false],
    ['null for an object', [null], false],
    ['an array for an object', [[]], false],
    ['an object for the array', whole, false],
    [
      'records in every order of fields',
      [whole, { tags: [], id: 'b' }, { size: 2, tags: [], id: 'c' }, whole],
      true,
    ],
    ['one wrong record behind good ones', [whole, whole, { tags: [], size: 'x', id: 'b' }, whole], false],
    ['a good record behind wrong ones', [{}, { id: 1 }, whole], false],
  ])('%s', (_, value, expected) => {
    expect(conforms(value)).toBe(expected)
    expect(z.array(record).safeParse(value).success).toBe(expected)
  })

  it('however often it has been asked', () => {
    for (let count = 0; count < 3; count += 1) {
      expect(conforms([{ more: 1, ...whole }])).toBe(true)
      expect(conforms([{ ...whole, id: undefined }])).toBe(false)
      expect(conforms([{ tags: [] }])).toBe(false)
    }
  })
})

it('what stands beside the fields of an object is held to its rule', () => {
  const conforms = createConformance(z.catchall(z.object({ known: z.number() }), z.boolean()))
  expect(conforms({ known: 1, other: true })).toBe(true)
  expect(conforms({ known: 1, other: 'text' })).toBe(false)
  expect(conforms({ other: true })).toBe(false)
})

it('what it cannot judge is left to the schema', () => {
  expect(createConformance(z.string().check(z.minLength(1)))('a')).toBe(false)
  expect(createConformance(z.date())(new Date())).toBe(false)
})

it('judges the lists and networks of the contract', () => {
  expect(createConformance(entityList)([])).toBe(true)
  expect(createConformance(entityList)([{ id: 'a' }])).toBe(false)
  expect(createConformance(network)({ nodes: { a: { id: 'a', pep: '[]' } }, relations: [] })).toBe(true)
  expect(createConformance(network)({ nodes: { a: { pep: [] } }, relations: [] })).toBe(false)
})
