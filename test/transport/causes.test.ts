import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import type { Server } from 'node:net'
import { inspect } from 'node:util'
import { EntityScreening, type EntityScreeningError } from 'entity-screening-sdk'
import { afterAll, describe, expect, it } from 'vitest'
import { answering, apiKey, respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { refusedPort } from '../refused-port.ts'
import { everythingOf, expectNoKey } from '../workflow/secrecy/exposure.ts'
import { selfSigned } from './self-signed.ts'

const closing: Server[] = []
afterAll(() => {
  for (const server of closing) server.close()
})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(server)
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const day = 86_400_000
const untrusted = () => createHttpsServer(selfSigned(new Date(Date.now() - day), new Date(Date.now() + day)))

describe('the printed error of a failed connection says why', () => {
  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['a refused port', () => `http://127.0.0.1:${refusedPort}`, /connect ECONNREFUSED 127\.0\.0\.1:\d+/],
    [
      'a host whose addresses all refuse',
      () => `http://localhost:${refusedPort}`,
      /connect ECONNREFUSED (::1|127\.0\.0\.1):\d+/,
    ],
    [
      'an unknown host',
      () => 'http://no-such-host.invalid',
      /getaddrinfo (ENOTFOUND|EAI_AGAIN) no-such-host\.invalid/,
    ],
    [
      'a certificate that nobody vouches for',
      async () => `https://127.0.0.1:${await portOf(untrusted())}`,
      /self-signed certificate.*DEPTH_ZERO_SELF_SIGNED_CERT/s,
    ],
  ])('%s', async (_, address, sentence) => {
    const client = new EntityScreening({ apiKey, baseUrl: await address(), maxRetries: 0 })
    const failure = await failureOf(client.entities.list())
    expect(inspect(failure)).toMatch(sentence)
    expect(failure).toMatchObject({
      name: 'ConnectionError',
      cause: { name: 'TypeError', message: 'fetch failed' },
    })
    expectNoKey(everythingOf(failure), apiKey)
  })
})

/** The error of a call whose fetch throws. */
async function failureAfter(thrown: unknown): Promise<EntityScreeningError> {
  const { client } = respondingWith(() => {
    throw thrown
  })
  return (await failureOf(client.entities.list())) as EntityScreeningError
}

describe('a cause', () => {
  it('is a copy of name, code and message, and nothing else', async () => {
    const request = new Request('http://x', { headers: { authorization: `Bearer ${apiKey}` } })
    const thrown = Object.assign(new RangeError('broken', { cause: 'deep' }), { code: 'ECODE', request })
    const { cause } = await failureAfter(thrown)
    expect(cause).toBeInstanceOf(Error)
    expect(cause).not.toBe(thrown)
    expect(cause).toMatchObject({
      name: 'RangeError',
      code: 'ECODE',
      message: 'broken',
      cause: { message: 'deep' },
    })
    expect(cause).not.toHaveProperty('request')
  })

  it('holds the key nowhere', async () => {
    const inner = Object.assign(new Error(`Bearer ${apiKey}`), { code: apiKey, name: apiKey })
    const failure = await failureAfter(new AggregateError([inner, new Error(apiKey)], '', { cause: inner }))
    expectNoKey(everythingOf(failure), apiKey)
    expectNoKey(inspect(failure), apiKey)
    expect(failure.cause).toMatchObject({
      message: 'Bearer [redacted]; [redacted]',
      cause: { code: '[redacted]' },
    })
  })

  it('ends where causes go round in circles', async () => {
    const thrown = new Error('round')
    thrown.cause = thrown
    let depth = 0
    for (let cause = (await failureAfter(thrown)).cause; cause instanceof Error; cause = cause.cause)
      depth += 1
    // The last one stands for all that is not read.
    expect(depth).toBe(10)
  })

  it.each([
    ['a text', 'text'],
    ['a number', '7', 7],
    ['an object', '', {}],
  ])('may be %s', async (_, message, thrown: unknown = message) => {
    expect((await failureAfter(thrown)).cause).toMatchObject({ name: 'Error', message })
  })

  it('of an abort is there too', async () => {
    const { client } = respondingWith(() => new Promise(() => {}))
    const aborted = failureOf(client.entities.list({ signal: AbortSignal.abort(new Error('enough')) }))
    expect(await aborted).toMatchObject({ name: 'AbortedError', cause: { message: 'enough' } })
  })
})

describe('of a response, an error has', () => {
  it.each(['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'])(
    'its %s',
    async name => {
      const { client } = answering('{}', { status: 500, headers: { [name]: 'r-7' } })
      expect(await failureOf(client.entities.list())).toMatchObject({ requestId: 'r-7' })
    },
  )

  it('no id where it has none, or where none came', async () => {
    expect(await failureOf(answering('{}', { status: 500 }).client.entities.list())).toMatchObject({
      requestId: null,
    })
    expect((await failureAfter(new Error())).requestId).toBeNull()
  })

  it('a copy of its headers, without cookies and the key', async () => {
    const headers = {
      'x-echo': `Bearer ${apiKey}`,
      'x-request-id': apiKey,
      'set-cookie': 'a=b',
      'x-kept': 'yes',
    }
    const error = await failureOf(answering('{}', { status: 404, headers }).client.entities.network('e'))
    expect(Object.fromEntries((error as { headers: Headers }).headers)).toEqual({
      'content-type': 'text/plain;charset=UTF-8',
      'x-echo': 'Bearer [redacted]',
      'x-request-id': '[redacted]',
      'x-kept': 'yes',
    })
    expectNoKey(everythingOf(error), apiKey)
    expect(everythingOf(error)).not.toContain('a=b')
  })

  it('both where it succeeded and cannot be read', async () => {
    const headers = { 'x-request-id': 'r-7', 'x-kept': 'yes' }
    const error = await failureOf(answering('<p>', { headers }).client.entities.list())
    expect(error).toMatchObject({ name: 'ResponseValidationError', requestId: 'r-7' })
    expect((error as { headers: Headers }).headers.get('x-kept')).toBe('yes')
  })

  it('its id where it broke off', async () => {
    const body = new ReadableStream({ start: controller => controller.error(new TypeError('terminated')) })
    const { client } = respondingWith(() => new Response(body, { headers: { 'x-request-id': 'r-7' } }))
    expect(await failureOf(client.entities.list())).toMatchObject({
      name: 'ConnectionError',
      requestId: 'r-7',
      cause: { message: 'terminated' },
    })
  })
})
