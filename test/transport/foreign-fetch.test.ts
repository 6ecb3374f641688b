import assert from 'node:assert'
import type { Hooks } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const quickly = { maxRetries: 2, retry: { maxDelay: 1 } }
const failed = (details: object, message = 'failed') => Object.assign(new Error(message), details)

/** How libraries in place of fetch say that a connection broke. */
const resets: readonly (readonly [string, unknown])[] = [
  ['undici', new TypeError('terminated', { cause: failed({ code: 'UND_ERR_SOCKET' }, 'other side closed') })],
  ['node-fetch', failed({ name: 'FetchError', type: 'system', errno: 'ECONNRESET', code: 'ECONNRESET' })],
  ['axios', failed({ name: 'AxiosError', isAxiosError: true, code: 'ECONNRESET' })],
  [
    'a library with a cause in a cause',
    new Error('x', { cause: new Error('y', { cause: failed({ code: 'ECONNRESET' }) }) }),
  ],
  ['a plain error', new Error('socket hang up')],
  ['a text', 'socket hang up'],
  ['nothing at all', undefined],
]

describe.each(resets)('a connection that %s says has failed', (_, thrown) => {
  const failing = (times: number) =>
    respondingWith(attempt => {
      if (attempt <= times) throw thrown
      return new Response('[]')
    }, quickly)

  it('is one failed attempt of a read, which is repeated', async () => {
    const { client, sent } = failing(2)
    expect(await client.entities.list()).toEqual([])
    expect(sent).toHaveLength(3)
  })

  it('is a ConnectionError after three attempts', async () => {
    const { client, sent } = failing(9)
    expect(await failureOf(client.entities.list())).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not_done',
    })
    expect(sent).toHaveLength(3)
  })

  it('leaves open whether a creation was processed, and does not repeat it', async () => {
    const { client, sent } = failing(1)
    const failure = await failureOf(client.entities.create({ type: 'person', name: 'A' }))
    expect(failure).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })
})

it('a creation is repeated where any library says that no connection was made', async () => {
  const { client, sent } = respondingWith(attempt => {
    if (attempt === 1) throw failed({ name: 'AxiosError', cause: failed({ code: 'ECONNREFUSED' }) })
    return new Response('{"success":true,"data":{"id":"e1"}}')
  }, quickly)
  expect((await client.entities.create({ type: 'person', name: 'A' })).id).toBe('e1')
  expect(sent).toHaveLength(2)
})

it('the reason that a caller gives for an abort says nothing of the connection', async () => {
  const stop = new AbortController()
  const { client } = respondingWith(() => {
    stop.abort(failed({ code: 'ECONNREFUSED', syscall: 'connect' }, 'my own database'))
    return new Promise(() => {})
  })
  const call = client.entities.create({ type: 'person', name: 'A' }, { signal: stop.signal })
  expect(await failureOf(call)).toMatchObject({
    name: 'AbortedError',
    outcome: 'unknown',
    cause: { message: 'my own database' },
  })
})

it.each([
  undefined,
  {},
  { ok: true, status: 201, headers: {}, text: async (): Promise<string> => '{}' },
  { status: 201, headers: { get: () => null }, text: async (): Promise<string> => '{}' },
])('a fetch that returns no response may have sent the request all the same: %j', async returned => {
  const ends: unknown[] = []
  const hooks: Hooks = {
    afterFailure: ({ error }) => void ends.push(error),
    afterCall: end => void ends.push(end),
  }
  const { client } = respondingWith(() => returned as unknown as Response, { ...quickly, hooks })
  const failure = await failureOf(client.entities.create({ type: 'person', name: 'Ilse Brandt' }))
  expect(failure).toMatchObject({
    name: 'ConnectionError',
    outcome: 'unknown',
    cause: { message: 'the option fetch must return a Response' },
  })
  expect(ends).toEqual([failure, expect.objectContaining({ outcome: 'unknown', error: failure })])
})

const code = (code: string, rest: object = {}) => Object.assign(new Error(code), { code, ...rest })

it.each([
  ['refused after a reset', code('ECONNREFUSED', { cause: code('ECONNRESET') })],
  ['a reset after it was refused', code('ECONNRESET', { cause: code('ECONNREFUSED') })],
  ['one of two addresses', new AggregateError([code('ECONNREFUSED'), code('ECONNRESET')])],
  [
    'what cannot be read',
    Object.defineProperty(new Error(), 'message', { get: () => assert.fail('secret') }),
  ],
  ['a symbol', Symbol('gone')],
])('a creation is in doubt unless all that is said says that nothing was sent: %s', async (_, thrown) => {
  const { client, sent } = respondingWith(() => {
    throw thrown
  }, quickly)
  const failure = await failureOf(client.entities.create({ type: 'person', name: 'Ilse Brandt' }))
  expect(failure).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' })
  expect(sent).toHaveLength(1)
})

it('the cause of a timeout is what the attempt before failed with', async () => {
  const { client } = respondingWith(
    attempt => (attempt === 1 ? new Response('', { status: 500 }) : new Promise(() => {})),
    { ...quickly, timeout: 30, maxRetries: 1 },
  )
  const failure = await failureOf(client.entities.list())
  expect(failure).toMatchObject({ name: 'TimeoutError', cause: { name: 'ServerError' } })
  const { client: slow } = respondingWith(() => new Promise(() => {}), { ...quickly, totalTimeout: 30 })
  const late = await failureOf(slow.entities.list())
  expect(late).toMatchObject({ name: 'TimeoutError' })
  expect(Object.hasOwn(Object(late), 'cause')).toBe(false)
})
