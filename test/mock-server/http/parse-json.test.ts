import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../mock-server/admin/read-long.ts'
import { atOnce } from '../../../mock-server/message/turns.ts'

const parse = (text: string) => atOnce(parseJson(text))
/** Longer than what is parsed in one go. */
const filler = 'x'.repeat(150_000)

describe('JSON that is parsed in slices is what JSON.parse makes of it', () => {
  it.each([
    [
      'a list',
      JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ at, text: `number ${at}`, list: [at] }))),
    ],
    ['lists in lists', JSON.stringify([[[[[[filler], [filler]]], [filler]]], filler])],
    ['an object', JSON.stringify({ data: { version: 1, changes: Array(5000).fill({ a: 'b' }) }, filler })],
    ['white space', `\n\t [ "${filler}" ,\r\n {"a" : 1 , "b":[ ] } , [ ], {}, -1.5e3 ,true,null ] \n`],
    ['quotes and backslashes', JSON.stringify([filler, '"', '\\', '\\"', '\\\\', '\\\\"]}', '\u2028', 'ü𝄞'])],
    ['brackets in strings', JSON.stringify({ '}]': filler, '{[': ['}', ']', '{', '['] })],
    ['keys that objects have', `{"__proto__":{"a":1},"constructor":2,"a":"${filler}","__proto__":3}`],
    ['a key twice, and keys that are numbers', `{"b":1,"2":"${filler}","b":2,"1":3}`],
    ['a long text', JSON.stringify(filler.repeat(10))],
    ['a short text', '7'],
  ])('%s', (_, text) => {
    const parsed = parse(text)
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(text)))
    expect(parsed).toEqual(JSON.parse(text))
  })

  it.each([
    '',
    `["${filler}"`,
    `["${filler}",]`,
    `["${filler}"]]`,
    `["${filler}"}`,
    `["${filler}" 1]`,
    `[,"${filler}"]`,
    `{"a":"${filler}",}`,
    `{"a" "${filler}"}`,
    `{a:"${filler}"}`,
    `{1:"${filler}"}`,
    `{"a":"${filler}"]`,
    `{"a":,"b":"${filler}"}`,
    `["${filler}",{"a":[1}]]`,
    `["${filler}",01]`,
    `["${filler}",tru]`,
    `["${filler}\n"]`,
    `["${filler}`,
    `["${filler}\\"]`,
    `"${filler}" "`,
    `[[[[[[["${filler}"]]]]]]`,
  ])('what JSON.parse refuses is refused: case %#', text => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(() => parse(text)).toThrow(SyntaxError)
  })
})

it('a long list is parsed in many slices', () => {
  const items = Array.from({ length: 1000 }, () => ({ filler: 'x'.repeat(3000) }))
  expect([...parseJson(JSON.stringify({ data: { items } }))].length).toBeGreaterThan(20)
})
