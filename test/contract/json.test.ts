import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from '../../src/contract/json.ts'

/**
 * JSON as it may be written: keys that stand twice, escapes, numbers in any spelling, white space. No key is a backslash alone:
 * `JSON.parse` of Node 24 takes it for the key `"` before it.
 */
const { json } = fc.letrec<{ json: string }>(tie => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false', '""', '[]', '{}', '"a:\\"b\\u00e9\\\\"', '"é:"'),
    fc.nat({ max: 2_000_000 }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => JSON.stringify(value)),
    fc.constantFrom(
      '1e3',
      '5e4',
      '12E6',
      '3e-3',
      '-0',
      '1.0',
      '9007199254740993',
      '1e400',
      '-12345678901234567890',
    ),
    fc.array(tie('json'), { maxLength: 4 }).map(items => `[${items.join(',')}]`),
    fc
      .array(
        fc.tuple(
          fc.constantFrom('a', 'b', 'longer name', '\\"', 'c\\\\', '\\u0061', '__proto__'),
          tie('json'),
        ),
        {
          maxLength: 5,
        },
      )
      .map(fields => `{${fields.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
  ),
}))
const spaced = json.map(text => text.replace(/("(?:[^"\\]|\\.)*":?)|,/g, '$& '))
const beforeColons = json.map(text => text.replace(/":/, '" :'))
const runs = { numRuns: 3000 }

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, inner) => sum + countKeys(inner), own)
}

it('keeps every key, also one that stands twice', () => {
  const keysIn = (text: string) => text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length ?? 0
  fc.assert(
    fc.property(fc.oneof(json, spaced, beforeColons), text => {
      expect(countKeys(parseJson(text))).toBe(keysIn(text))
    }),
    runs,
  )
})

it.each([
  ['a key that ends in a backslash', String.raw`{"a":1,"a":2,"\\":0.5e1}`],
  ['white space before a colon', '{"a":1,"a":2,"b" :0.5e1}'],
])('is not fooled by %s beside a key that stands twice', (_, text) => {
  expect(Object.keys(Object(parseJson(text)))).toHaveLength(3)
})

it('keeps every whole number digit for digit', () => {
  fc.assert(
    fc.property(json, fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (text, number) => {
      const [, kept] = [parseJson(`[${text},${number}]`)].flat()
      expect(String(kept)).toBe(String(number))
    }),
    runs,
  )
})

it('reads as JSON.parse does where nothing is lost', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const text = JSON.stringify(value)
      fc.pre(!/e\+|\d{16}/.test(text))
      expect(parseJson(text)).toEqual(JSON.parse(text))
      expect(parseJson(JSON.stringify(value, null, 2))).toEqual(JSON.parse(text))
    }),
    runs,
  )
})

it('is not fooled by a number whose digits make up for a key that is lost', () => {
  expect(parseJson('{"a":1,"a":1,"b":1e8}')).toEqual({ a: 1, 'a ': 1, b: 1e8 })
  const small = [5e-6, 5e-6, 5e-6]
  expect(parseJson('{"a":1,"a":1,"a":1,"b":[5e-6,5e-6,5e-6]}')).toEqual({ a: 1, 'a ': 1, 'a  ': 1, b: small })
})

it('reads what is nested deeper than a stack', () => {
  const [before, after] = ['['.repeat(200_000), ']'.repeat(200_000)]
  let value = parseJson(`${before}{"a":1,"a":2}${after}`)
  while (Array.isArray(value)) value = value[0]
  expect(value).toEqual({ a: 1, 'a ': 2 })
})
