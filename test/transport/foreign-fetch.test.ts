import { describe, expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const quickly = { maxRetries: 2, retry: { maximumDelay: 1 } }
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
      outcome: 'unknown',
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

it('a fetch that returns no response is a mistake, and is not asked again', async () => {
  const { client, sent } = respondingWith(() => ({}) as unknown as Response, quickly)
  expect(await failureOf(client.entities.list())).toBeInstanceOf(TypeError)
  expect(sent).toHaveLength(1)
})
