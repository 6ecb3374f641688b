import { type ClientOptions, EntityScreening, InputValidationError } from 'entity-screening-sdk'
import { expect, it } from 'vitest'
import { apiKey, baseUrl } from '../answering.ts'

/** What a JavaScript caller may pass, whatever the types say. */
function hostile(value: unknown): never {
  return value as never
}

it.each<[string, unknown]>([
  ['a Map', new Map([['x-team', 'a']])],
  ['Headers', new Headers({ 'x-team': 'a' })],
  ['pairs', [['x-team', 'a']]],
  ['a text', 'x-team: a'],
])('%s is refused as headers: nothing of it would be sent', (_, headers) => {
  const create = () => new EntityScreening({ apiKey, baseUrl, headers: hostile(headers) })
  expect(create).toThrow('headers must be a plain object of header names and values')
})

it.each<[string, ClientOptions['headers']]>([
  ['"x team"', { 'x-a': '1', 'x team': 'a' }],
  ['"x-team"', { 'x-a': '1', 'x-team': 'a\nb' }],
  ['"x-number"', hostile({ 'x-number': 7 })],
])('a header that is none is named, without its value: %s', (name, headers) => {
  const create = () => new EntityScreening({ apiKey, baseUrl, headers })
  expect(create).toThrow(InputValidationError)
  expect(create).toThrow(`headers must hold names and strings that can be sent, unlike ${name}`)
})
