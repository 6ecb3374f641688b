import { connect, type Socket } from 'node:net'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { type RunningServer, startServer } from 'entity-screening-sdk/mock-server/node'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { errorBody } from '../../src/contract/service.ts'
import { hold } from './runs.ts'

let running: RunningServer

beforeAll(async () => {
  running = await startServer(createMockServer({ keys: { key: 'team-1' }, bodyLimit: 100_000 }))
})
afterAll(() => running.close())

const acme = JSON.stringify({ type: 'organization', name: 'Acme Castings Ltd' })
const key = 'Authorization: Bearer key'

const target = fc.constantFrom(
  '/v1/health',
  '/v1/entities',
  'http://evil.example/v1/health',
  'http://[::1/v1/health',
  'https://x:y@127.0.0.1/v1/entities?a=b#c',
  '*',
  '//v1//entities',
  '/v1/entities/%ff%fe/network',
  '/v1/entities/\xff\xfe/network',
  '/../../__admin/reset',
  '/__admin/',
  `/${'a'.repeat(20_000)}`,
  '/v1/health\0',
  'v1/health',
  '',
)

/** What stands between the first line and the body. */
const headers = fc.array(
  fc.constantFrom(
    'Host: x',
    'Host: x',
    key,
    key,
    'Host: y\r\nHost: z',
    'Host : x',
    'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Content-Length: -1',
    'Content-Length: 1e3',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: chunked, chunked',
    'Expect: 100-continue',
    'Expect: a miracle',
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk',
    'Connection: close',
    'Content-Type: application/json; charset=\xff',
    'Origin: null',
    'Authorization: Bearer \xe2\x82',
    'No colon',
    ' folded: line',
    'X-Null: \0',
    `X-Long: ${'a'.repeat(20_000)}`,
    Array.from({ length: 3000 }, (_, at) => `X-${at}: a`).join('\r\n'),
    Array.from({ length: 200 }, (_, at) => `Cookie: a${at}=b`).join('\r\n'),
  ),
  { maxLength: 4 },
)

const body = fc.constantFrom(
  '',
  acme,
  '{"type":"organization","name":"\xff\xfe"}',
  '\xef\xbb\xbf{}',
  '5\r\nhello\r\n0\r\n\r\n',
  'fffffffffffffffff\r\nx\r\n0\r\n\r\n',
  '5;a=b\r\nhel',
  `1;${'e'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  '['.repeat(50_000),
  'x'.repeat(150_000),
)

const message = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        method: fc.constantFrom(
          'GET',
          'POST',
          'PUT',
          'OPTIONS',
          'DELETE',
          'get',
          'CONNECT',
          'TRACE',
          'A'.repeat(300),
          '',
        ),
        target,
        version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', 'HTP/1.1', ''),
        headers,
        end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
        body,
        length: fc.boolean(),
      })
      .map(({ method, target, version, headers, end, body, length }) => {
        const lines = length ? [...headers, `Content-Length: ${body.length}`] : headers
        return [`${method} ${target} ${version}`, ...lines, '', body].join(end)
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET /v1/health\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      '\r\n\r\n\r\n',
      '\0'.repeat(100),
    ),
  },
  // One that is right: what comes before or after it must not spoil it.
  { weight: 2, arbitrary: fc.constant(`GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n`) },
)

const connection = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 5 }),
  /** Where the bytes are cut, with a pause after each piece. */
  cuts: fc.array(fc.nat({ max: 400 }), { maxLength: 6 }),
  /** How the sender goes. */
  end: fc.constantFrom('end', 'end', 'destroy'),
})

/** In milliseconds: a connection that is still there then hangs. */
const patience = 10_000

it('whatever bytes come, none is a 500, no connection hangs, and the server lives on', {
  tags: 'long',
}, async () => {
  const property = fc.asyncProperty(connection, async ({ messages, cuts, end }) => {
    const received = await talk(Buffer.from(messages.join(''), 'latin1'), cuts, end)
    for (const [, status] of received.matchAll(/^HTTP\/1\.[01] (\d+) /gm)) {
      expect(Number(status)).toBeGreaterThanOrEqual(100)
      expect(Number(status)).toBeLessThan(500)
    }
    for (const [, body = ''] of received.matchAll(
      /^HTTP\/1\.1 4\d\d [\s\S]*?\r\n\r\n(\{[^\n]*?\})(?=HTTP|$)/gm,
    ))
      expect(z.safeParse(errorBody, JSON.parse(body)).success, body).toBe(true)
    expect((await fetch(`${running.url}/v1/health`)).status).toBe(200)
  })
  await hold('raw HTTP', 100, property)
})

/** All that comes back until the connection is closed. */
async function talk(bytes: Buffer, cuts: readonly number[], end: 'end' | 'destroy'): Promise<string> {
  const socket = open()
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  let at = 0
  for (const cut of cuts) {
    if (socket.destroyed) break
    socket.write(bytes.subarray(at, at + cut))
    at += cut
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  socket.write(bytes.subarray(at))
  if (end === 'destroy') socket.destroy()
  else socket.end()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the connection hangs after ${received.slice(0, 200)}`)),
      patience,
    )
  })
  await Promise.race([closed, late]).finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
  return received
}

function open(): Socket {
  // The server may cut the connection: what it sent before counts.
  return connect(Number(new URL(running.url).port), '127.0.0.1').on('error', () => {})
}

it('slow senders hold up nobody, and are gone when the server stops', async () => {
  const own = await startServer(createMockServer({ keys: { key: 'team-1' } }))
  const slow = Array.from({ length: 100 }, (_, at) => {
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1').on('error', () => {})
    const head = `POST /v1/entities HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Length: ${acme.length}\r\n\r\n${acme}`
    socket.write(head.slice(0, (at % (head.length - 1)) + 1))
    return new Promise<void>(resolve => socket.once('close', () => resolve()))
  })
  expect((await fetch(`${own.url}/v1/health`)).status).toBe(200)
  const list = await fetch(`${own.url}/v1/entities`, { headers: { authorization: 'Bearer key' } })
  // None of them has arrived.
  expect(await list.json()).toEqual([])
  await own.close()
  await Promise.all(slow)
})
