import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import { ways } from '../../transport/every-operation/ways.ts'
import { spellingsOf } from './exposure.ts'

/** What an answer is made of: the key that came with the request, in every notation, and what would be good. */
interface Echo {
  readonly key: string
  /** All notations in one sentence. */
  readonly sentence: string
  readonly good: unknown
  readonly drifted: unknown
  readonly status: number
  readonly response: ServerResponse
}

type Behaviour = (echo: Echo) => void

function write(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A body with the key as a field of every object in it, alone and after more than a log line quotes. */
function withKey(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map(item => withKey(item, key))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withKey(field, key)])
  // Among nodes it is a node.
  const isMap = Object.values(value).every(field => typeof field === 'object')
  const added = isMap ? { id: 7 } : 7
  return { [key]: added, ...Object.fromEntries(fields), [`${'x'.repeat(60)}${key}`]: added }
}

/** How a hostile service answers; each name is the first part of a path under its address. */
export const behaviours = {
  'refused-key': ({ response, sentence }) =>
    write(response, 401, { statusCode: 401, success: false, error: sentence }),
  'refused-input': ({ response, key, sentence }) =>
    write(response, 400, {
      statusCode: 400,
      success: false,
      error: [{ message: sentence, [key]: { [sentence]: [[key]] } }],
      message: `${'x'.repeat(200)}${key}`,
    }),
  'json-escapes': ({ response, key }) => {
    const escaped = Array.from(key, character => `\\u00${character.charCodeAt(0).toString(16)}`).join('')
    write(response, 403, `{"statusCode":403,"success":false,"error":"${escaped}","${escaped}":1}`)
  },
  later: ({ response, key, sentence }) =>
    write(response, 429, { statusCode: 429, success: false, error: sentence }, { 'retry-after': key }),
  failed: ({ response, key, sentence }) => {
    response.writeHead(500, key, { 'content-type': `text/html; key=${key}`, 'set-cookie': `key=${key}` })
    response.end(`<html>${sentence}</html>`)
  },
  'failed-json-text': ({ response, key }) =>
    write(response, 500, JSON.stringify({ error: `${encodeURIComponent(key)} ${key}` }).slice(0, -1)),
  redirected: ({ response, key, sentence }) =>
    write(response, 302, sentence, {
      location: `https://elsewhere.example/?key=${encodeURIComponent(key)}`,
      'x-key': key,
    }),
  page: ({ response, status, key, sentence }) =>
    write(response, status, `<html>${sentence}</html>`, { 'content-type': `text/html; key=${key}` }),
  'no-json': ({ response, status, key, sentence }) =>
    write(response, status, `[{"id":"e1"},${sentence}`, { 'content-type': `text/plain; key=${key}` }),
  'other-json': ({ response, status, sentence }) => write(response, status, JSON.stringify(sentence)),
  'no-success': ({ response, status, sentence }) =>
    write(response, status, { success: false, error: sentence, message: sentence }),
  drifted: ({ response, status, drifted, key }) => write(response, status, withKey(drifted, key)),
  'broken-off': ({ response, status, good, sentence }) => {
    const body = JSON.stringify(withKey(good, sentence))
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length + 1 })
    response.write(body, () => response.destroy())
  },
  reset: ({ response }) => void response.destroy(),
  silent: () => {},
  good: ({ response, status, good, key }) => write(response, status, good, { 'x-key': key }),
  'row-errors': ({ response, status, good, key, sentence }) => {
    const errors = [`Row 1: ${sentence}`, sentence, { [key]: sentence }]
    const summary = { successCount: 0, errorCount: 3, errors, [key]: sentence }
    write(response, status, Array.isArray(good) ? [] : { success: true, data: summary })
  },
} as const satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

/** A service that repeats the key wherever it can. Under `/name` it behaves as that name says. */
export async function startEchoing(): Promise<{ readonly addressOf: (name: BehaviourName) => string }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => echo(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { addressOf: name => `http://127.0.0.1:${port}/${name}` }
}

function echo({ url = '', method, headers }: IncomingMessage, response: ServerResponse): void {
  const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(url) ?? []
  const way = ways.find(({ operation }) => {
    const row = operations[operation]
    return (
      row.method === method && row.path.replace('{id}', 'e1') === path.replace(/(entities)\/e\d/, '$1/e1')
    )
  })
  const key = headers.authorization?.replace('Bearer ', '') ?? ''
  if (way === undefined || key === '' || !isBehaviour(name)) {
    response.writeHead(404).end()
    return
  }
  const { good, drifted, status } = way
  behaviours[name]({
    key,
    sentence: spellingsOf(key).join(' '),
    good,
    drifted: drifted.body,
    status,
    response,
  })
}

function isBehaviour(name: string): name is BehaviourName {
  return Object.hasOwn(behaviours, name)
}
