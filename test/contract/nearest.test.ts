import { expect, it } from 'vitest'
import { didYouMean } from '../../src/contract/nearest.ts'

const options = [
  'apiKey',
  'baseUrl',
  'countryCode',
  'registration',
  'retry',
  'timeout',
  'entityLimit',
  'list',
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
])('%s may have been meant for %s', (given, meant) => {
  expect(didYouMean(given, options)).toBe(` (did you mean ${meant}?)`)
})

it.each(['', 'x', 'ab', 'interval', 'holiday', 'firma', '__proto__', '日本', 'z'.repeat(100_000)])(
  '%.20s is like none of them',
  given => {
    expect(didYouMean(given, options)).toBe('')
  },
)

it('the closest one is named, whatever the order is', () => {
  expect(didYouMean('Name', ['fullName', 'name', 'names'])).toBe(' (did you mean name?)')
  expect(didYouMean('name', [])).toBe('')
})
