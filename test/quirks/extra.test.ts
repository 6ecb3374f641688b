import { expect, it } from 'vitest'
import { extraFields } from '../../src/quirks/extra.ts'

it('keeps what is not known, in the order in which it came', () => {
  const { extra, unknown } = extraFields({ id: 1, b: 2, a: 3 }, name => name === 'id')
  expect(extra).toEqual({ b: 2, a: 3 })
  expect(unknown).toEqual(['b', 'a'])
})

it('a field called __proto__ stays a field', () => {
  const { extra } = extraFields(JSON.parse('{"__proto__":{"polluted":true}}'), () => false)
  expect(Object.keys(extra)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(extra)).toBe(Object.prototype)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})
