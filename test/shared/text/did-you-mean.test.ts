import { expect, it } from 'vitest'
import { countEdits, didYouMean } from '../../../src/shared/text/did-you-mean.ts'

const options = [
  'apiKey',
  'baseUrl',
  'countryCode',
  'registration',
  'retry',
  'timeout',
  'entityLimit',
  'list',
  'high',
  'id',
]

it.each([
  ['baseURL', 'baseUrl'],
  ['base_url', 'baseUrl'],
  ['APIKEY', 'apiKey'],
  ['api-key', 'apiKey'],
  ['country', 'countryCode'],
  ['registrationNumber', 'registration'],
  ['limit', 'entityLimit'],
  ['retries', 'retry'],
  ['time_out', 'timeout'],
  ['timeuot', 'timeout'],
  ['lst', 'list'],
  ['lists', 'list'],
  ['lsit', 'list'],
  ['ilst', 'list'],
  ['rtery', 'retry'],
  ['hihg', 'high'],
  ['hgih', 'high'],
])('%s is suggested for %s', (given, meant) => {
  expect(didYouMean(given, options)).toBe(` (did you mean ${meant}?)`)
})

it.each([
  '',
  'x',
  'ab',
  'interval',
  'holiday',
  'firma',
  '__proto__',
  '日本',
  'z'.repeat(100_000),
  'tsil',
  'slti',
  'gihh',
])('no name is suggested for %.20s', given => {
  expect(didYouMean(given, options)).toBe('')
})

it('the closest name is suggested, in any order of the names', () => {
  expect(didYouMean('Name', ['fullName', 'name', 'names'])).toBe(' (did you mean name?)')
  expect(didYouMean('name', [])).toBe('')
})

it('two transposed letters are one error, two separate ones are two', () => {
  expect(['lsit', 'ilts', 'tsil', 'list', ''].map(given => countEdits(given, 'list'))).toEqual([
    1, 2, 3, 0, 4,
  ])
  expect(countEdits('ca', 'abc')).toBe(3)
})
