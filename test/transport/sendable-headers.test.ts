import { once } from 'node:events'
import { createServer } from 'node:http'
import { type ClientOptions, EntityScreening, InputValidationError } from 'entity-screening-sdk'
import { afterAll, describe, expect, it } from 'vitest'
import { whyNotSendable } from '../../src/transport/options/headers.ts'
import { answering, apiKey, baseUrl } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const ofConnection = [
  'Connection',
  'Content-Length',
  'Expect',
  'Host',
  'Keep-Alive',
  'Proxy-Connection',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
]

/** What a JavaScript caller may pass, whatever the types say. */
function hostile(value: unknown): never {
  return value as never
}

describe('headers that fetch makes itself are refused before anything is sent', () => {
  it.each(ofConnection)('%s', async name => {
    const { client, sent } = answering([])
    const headers = { 'x-team': 'a', [name]: '1' }
    const message = `headers must not hold ${name}: it belongs to the connection, which fetch makes`
    expect(await failureOf(client.entities.list({ headers }))).toMatchObject({
      name: 'InputValidationError',
      message: `entities.list: ${message}`,
    })
    expect(() => client.withOptions({ headers })).toThrow(message)
    expect(sent).toEqual([])
  })

  it('are named together', () => {
    expect(whyNotSendable(new Headers({ te: 'trailers', 'x-team': 'a', upgrade: 'h2c' }).keys())).toBe(
      'must not hold te, upgrade: these belong to the connection, which fetch makes',
    )
    expect(whyNotSendable(['x-team', 'content-type'])).toBeNull()
  })
})

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

describe('the headers that Node’s fetch refuses or drops', () => {
  const server = createServer((request, response) => response.end(JSON.stringify(request.headers)))
  afterAll(() => server.close())

  it.each(['Expect', 'Keep-Alive', 'Transfer-Encoding', 'Upgrade', 'Connection', 'Host'])(
    'include %s',
    async name => {
      if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
      const address = server.address()
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
      const received = await fetch(url, { headers: { [name]: 'other' } }).then(
        async response => Object(await response.json())[name.toLowerCase()],
        () => undefined,
      )
      expect(received).not.toBe('other')
    },
  )
})
