import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { runInNewContext } from 'node:vm'
import { type ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { afterAll, describe, expect, it } from 'vitest'
import { wasNeverSent } from '../../src/transport/attempts/outcome.ts'
import { codesOf } from '../../src/transport/copy-cause.ts'
import { failureOf } from '../failure-of.ts'
import { refusedPort } from '../refused-port.ts'
import { selfSigned } from './self-signed.ts'

const closing: Server[] = []
afterAll(() => {
  for (const server of closing) server.close()
})

async function portOf(server: Server): Promise<number | undefined> {
  closing.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

const onceSpokenTo = (answer: (socket: Socket) => void) =>
  createServer(socket => socket.on('error', () => {}).once('data', () => answer(socket)))

const day = 86_400_000
const secure = (from: number, until: number) =>
  createHttpsServer(selfSigned(new Date(Date.now() + from), new Date(Date.now() + until)))

/** What becomes of a creation at an address. */
async function createAt(baseUrl: string, options: ClientOptions = {}): Promise<unknown> {
  const client = new EntityScreening({ apiKey: 'key-of-the-team', baseUrl, maxRetries: 0, ...options })
  return failureOf(client.entities.create({ type: 'organization', name: 'Nordwind GmbH' }))
}

describe('a creation was not done where no request can have left', () => {
  it.each<[string, () => string | Promise<string>, string | null]>([
    ['a refused port', () => `http://127.0.0.1:${refusedPort}`, 'ECONNREFUSED'],
    ['a host that resolves to refused addresses', () => `http://localhost:${refusedPort}`, 'ECONNREFUSED'],
    ['an unknown host', () => 'http://no-such-host.invalid', expect.stringMatching(/ENOTFOUND|EAI_AGAIN/)],
    [
      'an expired certificate',
      async () => `https://127.0.0.1:${await portOf(secure(-2 * day, -day))}`,
      'CERT_HAS_EXPIRED',
    ],
    [
      'a certificate that nobody vouches for',
      async () => `https://127.0.0.1:${await portOf(secure(-day, day))}`,
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
  ])('%s', async (_, address, systemCode) => {
    const failure = await createAt(await address())
    expect(failure).toMatchObject({ name: 'ConnectionError', outcome: 'not_done', status: null, systemCode })
  })
})

describe('a creation may have been done where a request may have left', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['a connection that is reset', socket => void socket.resetAndDestroy()],
    ['a connection that the other side closes', socket => void socket.end()],
  ])('%s', async (_, answer) => {
    const failure = await createAt(`http://127.0.0.1:${await portOf(onceSpokenTo(answer))}`)
    expect(failure).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' })
  })

  it.each([1, 6000])('port %i, to which fetch sends nothing and does not say so by a code', async port => {
    // Without a fetch of its own, a client with this address is refused.
    const failure = await createAt(`http://127.0.0.1:${port}`, { fetch: globalThis.fetch })
    expect(failure).toMatchObject({
      outcome: 'unknown',
      message: `entities.create: no response from 127.0.0.1:${port}, the connection failed (bad port); the request may still have been processed`,
    })
  })

  it('a handshake that is reset, which looks like any reset', async () => {
    const server = onceSpokenTo(socket => void socket.resetAndDestroy())
    expect(await createAt(`https://127.0.0.1:${await portOf(server)}`)).toMatchObject({ outcome: 'unknown' })
  })
})

const failed = (details: object, cause?: unknown) => Object.assign(new Error('x', { cause }), details)

/** A refused connection in so many wrappers. */
const deep = (wrappers: number): Error =>
  failed({ code: 'ECONNREFUSED' }, wrappers > 0 ? deep(wrappers - 1) : undefined)

/** What Node throws of a host with several addresses: its code is that of the first. */
const several = (code: string, ...others: string[]) =>
  Object.assign(new AggregateError([code, ...others].map(one => failed({ code: one }))), { code })

describe('whether a failure came before sending is read from', () => {
  it.each<[string, unknown, boolean]>([
    ['the code of connecting', failed({ code: 'ECONNREFUSED' }), true],
    ['the time limit of connecting', failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), true],
    ['the time limit of answering', failed({ code: 'UND_ERR_HEADERS_TIMEOUT' }), false],
    ['a code that reading has too', failed({ code: 'EHOSTUNREACH' }), false],
    ['a write to a closed pipe', failed({ code: 'EPIPE' }), false],
    ['an alert after the handshake', failed({ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }), false],
    ['all codes', failed({ code: 'ECONNREFUSED' }, failed({ code: 'ENOTFOUND' })), true],
    ['all codes, one of which says more', failed({ code: 'ECONNREFUSED' }, failed({ code: 'EPIPE' })), false],
    ['no code', new AggregateError([failed({})]), false],
    ['the codes of all addresses', new AggregateError([failed({ code: 'ECONNREFUSED' })]), true],
    ['the causes of an address', new AggregateError([failed({}, failed({ code: 'EPIPE' }))]), false],
    ['a code that all of several failures have', several('ECONNREFUSED', 'ECONNREFUSED'), true],
    ['a code that one of several failures lacks', several('ECONNREFUSED', 'EPIPE'), false],
    ["Bun's code", failed({ code: 'ConnectionRefused' }), true],
    [
      'an error of another realm',
      runInNewContext("Object.assign(Error('x'), { code: 'ECONNREFUSED' })"),
      true,
    ],
    ['an object that is no error', { name: 'Error', message: 'x', code: 'ECONNREFUSED' }, false],
    ['more causes than are read', deep(12), false],
  ])('%s', (_, error, expected) => {
    const says = (thrown: unknown) => wasNeverSent(codesOf(thrown))
    expect(says(error)).toBe(expected)
    expect(says(new TypeError('fetch failed', { cause: error }))).toBe(expected)
  })

  it('causes that go round in circles, and says no', () => {
    const error = new Error('x')
    error.cause = error
    expect(wasNeverSent(codesOf(error))).toBe(false)
  })
})
