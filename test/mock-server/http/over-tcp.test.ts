import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { type RunningServer, startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAnswer, refusal, success } from '../wire.ts'

const authorization = 'Bearer the-key'
const acme = JSON.stringify({ type: 'organization', name: 'Acme Castings Ltd' })

let running: RunningServer

beforeAll(async () => {
  running = await startServer(createMockServer({ keys: { 'the-key': 'team-1' }, bodyLimit: 100_000 }))
})
afterAll(() => running.close())

async function send(method: string, path: string, body?: BodyInit) {
  const init = { method, headers: { authorization }, ...(body === undefined ? {} : { body }) }
  return readAnswer(await fetch(`${running.url}${path}`, init))
}

function connectTo({ url }: RunningServer): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  // The server may cut the connection: what it sent before counts.
  return socket.on('error', () => {})
}

function closed(socket: Socket): Promise<void> {
  return new Promise(resolve => socket.once('close', () => resolve()))
}

/** Everything that the server sends back to these bytes, until it closes the connection. */
async function raw(bytes: string): Promise<string> {
  const socket = connectTo(running)
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.end(bytes)
  await closed(socket)
  return received
}

describe('the mock server over HTTP', () => {
  it('answers at the address that it names', async () => {
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    success('getHealth', await send('GET', '/v1/health'))
  })

  it('answers as it does in process', async () => {
    const here = createMockServer({ keys: { 'the-key': 'team-1' } })
    const there = await startServer(createMockServer({ keys: { 'the-key': 'team-1' } }))
    for (const [method, path, body] of [
      ['GET', '/'],
      ['POST', '/v1/entities', acme],
      ['POST', '/v1/entities', '{'],
      ['POST', '/v1/entities', ''],
      ['POST', '/v1/entities/search'],
      ['GET', '/v1/entities?limit=1'],
      ['DELETE', '/v1/entities'],
      ['GET', '/v1/entities/%zz/network'],
      ['GET', '/nowhere'],
      ['POST', '/api/search/persons', '{ "full_name": "Dragomir Vosskov" }'],
    ] as const) {
      const init = { method, headers: { authorization }, ...(body === undefined ? {} : { body }) }
      const inProcess = await readAnswer(await here.fetch(new Request(`http://in-process${path}`, init)))
      const overHttp = await readAnswer(await fetch(`${there.url}${path}`, init))
      expect(overHttp).toMatchObject({ status: inProcess.status, text: inProcess.text })
      expect(overHttp.headers.get('content-type')).toBe(inProcess.headers.get('content-type'))
      expect(overHttp.headers.get('allow')).toBe(inProcess.headers.get('allow'))
    }
    await there.close()
  })

  it('takes two equal keys for one, and refuses two different ones, as it does in process', async () => {
    const statusOf = async (...keys: readonly string[]) => {
      const lines = keys.map(key => `Authorization: ${key}\r\n`).join('')
      return (await raw(`GET /v1/entities HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`)).slice(
        9,
        12,
      )
    }
    expect(await statusOf(authorization, authorization)).toBe('200')
    expect(await statusOf(authorization, 'Bearer other')).toBe('401')
    expect(await statusOf('Bearer other', 'Bearer other')).toBe('401')
  })

  it('takes a body with a byte order mark, as it does in process', async () => {
    success('createEntity', await send('POST', '/v1/entities', `\ufeff${acme}`))
  })

  it('reads a body that comes in pieces, cut within a letter', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ type: 'person', name: 'Jürgen 🐟' }))
    const sent = request(`${running.url}/v1/entities`, { method: 'POST', headers: { authorization } })
    for (const byte of bytes) sent.write(Uint8Array.of(byte))
    sent.end()
    const [response] = await once(sent, 'response')
    const chunks = await response.toArray()
    expect(Buffer.concat(chunks).toString()).toContain('"name":"Jürgen 🐟"')
  })

  it('tells the length of what it sends, in bytes', async () => {
    const answer = await send('POST', '/v1/entities', JSON.stringify({ type: 'person', name: 'Jürgen 🐟' }))
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)))
  })

  it('answers HEAD with the length of the body that GET has, and no body', async () => {
    const [head, get] = [await send('HEAD', '/v1/health'), await send('GET', '/v1/health')]
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })

  it('names what is allowed with a 405', async () => {
    const answer = await send('DELETE', '/v1/entities')
    refusal(405, answer)
    expect(answer.headers.get('allow')).toBe('GET, POST, HEAD')
  })
})

describe('what comes in that is not as it should be', () => {
  it('gets its 413 after all of a body that is too long', async () => {
    const answer = await send('POST', '/v1/entities', 'x'.repeat(5_000_000))
    expect(refusal(413, answer)).toBe('The body is longer than 100000 bytes.')
  })

  it('gets its 413 after a long body on a connection that closes', async () => {
    const socket = connectTo(running)
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    const head = `Host: x\r\nConnection: close\r\nAuthorization: ${authorization}`
    socket.write(`POST /v1/entities HTTP/1.1\r\n${head}\r\nContent-Length: 20000000\r\n\r\n`)
    // As urllib does: all of the body first, and then the response.
    socket.pause()
    const mebibyte = ' '.repeat(1_000_000)
    for (let sent = 0; sent < 20; sent += 1)
      await new Promise(resolve => socket.write(mebibyte, () => resolve(undefined)))
    socket.resume()
    await closed(socket)
    expect(received).toMatch(/^HTTP\/1\.1 413 (.|\s)*"The body is longer than 100000 bytes\."\}$/)
  })

  it('gets its 413 where the length was not told before', async () => {
    const sent = request(`${running.url}/v1/entities`, { method: 'POST', headers: { authorization } })
    for (let piece = 0; piece < 50; piece += 1) sent.write('x'.repeat(10_000))
    sent.end()
    const [response] = await once(sent, 'response')
    response.resume()
    expect(response.statusCode).toBe(413)
  })

  it('gets its 413 where a length was told that is too long, and may go on', async () => {
    const socket = connectTo(running)
    const head = `Host: x\r\nAuthorization: ${authorization}\r\n`
    socket.write(`POST /v1/entities HTTP/1.1\r\n${head}Content-Length: 200000\r\n\r\n${'x'.repeat(200_000)}`)
    const [refused] = await once(socket, 'data')
    expect(String(refused)).toMatch(/^HTTP\/1\.1 413 /)
    expect(String(refused)).toContain('The body is longer than 100000 bytes.')
    socket.write(`GET /v1/health HTTP/1.1\r\n${head}\r\n`)
    const [next] = await once(socket, 'data')
    expect(String(next)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  it('is told before it sends its body that it may, where it asks', async () => {
    const socket = connectTo(running)
    const head = `Host: x\r\nAuthorization: ${authorization}\r\nExpect: 100-continue`
    socket.write(`POST /v1/entities HTTP/1.1\r\n${head}\r\nContent-Length: ${acme.length}\r\n\r\n`)
    const [first] = await once(socket, 'data')
    expect(String(first)).toMatch(/^HTTP\/1\.1 100 /)
    socket.destroy()
  })

  it('gets no tunnel, and the server lives on', async () => {
    expect(await raw('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n')).toBe(
      '',
    )
    success('getHealth', await send('GET', '/v1/health'))
  })

  it.each([
    ['no HTTP at all', 400, 'hello\r\n\r\n'],
    ['a method that is none', 400, 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['a header without a name', 400, 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['a header with a line break', 400, 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n'],
    ['headers without end', 431, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['an expectation', 417, 'POST /v1/entities HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'],
    [
      'two lengths',
      400,
      'POST /v1/entities HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
    ],
    [
      'a broken chunk',
      400,
      'POST /v1/entities HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
    ],
  ])('is refused, and the server lives on: %s', async (_, status, bytes) => {
    expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    success('getHealth', await send('GET', '/v1/health'))
  })

  it('is not answered in the middle of an answer', { tags: 'long' }, async () => {
    // Longer than what the sockets between take at once.
    const body = Array.from({ length: 100 }, () => new Uint8Array(1_000_000))
    const answering = { ...createMockServer(), dispatch: () => ({ status: 200, headers: {}, body }) }
    const server = await startServer(answering)
    const socket = connectTo(server)
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      if (received === '') socket.write('hello\r\n\r\n')
      received += chunk.toString()
    })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await closed(socket)
    expect(received).not.toContain('statusCode')
    await server.close()
  })

  it.each([
    ['GET /v1/entities/%zz/network', 400],
    ['GET /v1/entities/%00/network', 404],
    ['GET /v1/../v1/entities', 404],
    ['GET //', 200],
    ['GET *', 404],
    ['OPTIONS *', 404],
    ['GET /v1/health#x', 404],
    ['PROPFIND /v1/health', 405],
  ])('is answered where the path is odd: %s', async (line, status) => {
    const headers = `Host: x\r\nConnection: close\r\nAuthorization: ${authorization}`
    expect(await raw(`${line} HTTP/1.1\r\n${headers}\r\n\r\n`)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('may break off in the middle of a body: the server lives on', async () => {
    const socket = connectTo(running)
    socket.write('POST /v1/entities HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"name":')
    await once(socket, 'connect')
    socket.resetAndDestroy()
    success('getHealth', await send('GET', '/v1/health'))
  })

  it('may ask to go on with something other than HTTP: the server does not', async () => {
    const upgrade =
      'GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'
    expect(await raw(upgrade)).not.toContain(' 101 ')
    success('getHealth', await send('GET', '/v1/health'))
  })
})

describe('starting and stopping', () => {
  it('takes a free port unless it is told one', async () => {
    const [first, second] = [
      await startServer(createMockServer()),
      await startServer(createMockServer(), { port: 0, host: 'localhost' }),
    ]
    expect(second.url).not.toBe(first.url)
    await Promise.all([first.close(), second.close()])
  })

  it('fails where the port is taken', async () => {
    const port = Number(new URL(running.url).port)
    await expect(startServer(createMockServer(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('may be stopped twice', async () => {
    const server = await startServer(createMockServer())
    await Promise.all([server.close(), server.close()])
    await server.close()
  })

  it('stops although a caller keeps a connection open', async () => {
    const server = await startServer(createMockServer())
    await (await fetch(`${server.url}/v1/health`)).text()
    await server.close()
    await expect(fetch(`${server.url}/v1/health`)).rejects.toThrow()
  })

  it('stops although a caller never finishes', async () => {
    const server = await startServer(createMockServer())
    const socket = connectTo(server)
    socket.write('POST /v1/entities HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{')
    await once(socket, 'connect')
    await Promise.all([server.close(), closed(socket)])
  })
})
